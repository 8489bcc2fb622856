/** Owns the type of parsed JSON and the narrowing helpers that decoders share. Knows no format. */

/** A parsed JSON value, never to be changed. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A parsed JSON object; a member may be absent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for an object that is no array and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value as an object, or an empty one: decoders read fields that any version may lack. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value as an array, or an empty one. */
export const asArray = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);

/** The value if it is a string, empty ones too, else undefined. */
export const asString = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A string with at least one character. */
export const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The value if it is a finite number, else undefined. */
export const asNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
