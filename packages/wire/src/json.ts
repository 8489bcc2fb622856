/** Owns the type of parsed JSON and the narrowing helpers that decoders share. Knows no format. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value as an object, or an empty one: decoders read fields that any version may lack. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const asArray = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);

export const asString = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A string with at least one character. */
export const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const asNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
