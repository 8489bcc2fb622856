/**
 * Owns the API reports: what each published entry exports, written to `etc/` of its package and reviewed there.
 * `npm run check:api` compares, `npm run api:update` writes.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { runToExit } from "../setup/report-step.mjs";
import { inRepository } from "../setup/repository.mjs";
import { listPublishedPackages, listTypedEntries } from "./published-packages.mjs";

const silent = { logLevel: /** @type {const} */ ("none"), addToApiReportFile: false };

/**
 * @param {string} folder of the package, absolute
 * @param {string} types declaration file of the entry, relative to it
 * @param {string} report file name
 */
const configure = (folder, types, report) =>
  ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, "package.json"),
    configObjectFullPath: join(folder, "api-extractor.json"),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, types),
      newlineKind: /** @type {any} */ ("lf"),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: "es2022",
            lib: ["es2023"],
            module: "nodenext",
            moduleResolution: "nodenext",
            strict: true,
            skipLibCheck: true,
            types: ["node"],
          },
          include: [types],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: join(folder, "etc"),
        reportTempFolder: inRepository("node_modules/.cache/api-extractor"),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: /** @type {any} */ ("error") } },
        // Positions in generated files would change with every edit; the report says what is exported, nothing else.
        extractorMessageReporting: { default: /** @type {any} */ (silent) },
        tsdocMessageReporting: { default: /** @type {any} */ (silent) },
      },
    },
  });

/**
 * @param {Record<string, any>} manifest
 * @param {string} subpath
 */
const reportName = (manifest, subpath) => {
  const name = manifest.name.replace(/^@[^/]+\//, "");
  return subpath === "." ? `${name}.api.md` : `${name}.${subpath.slice(2).replaceAll("/", ".")}.api.md`;
};

await runToExit(async () => {
  const update = process.argv.includes("--update");
  const faults = [];
  mkdirSync(inRepository("node_modules/.cache/api-extractor"), { recursive: true });

  for (const { folder, manifest } of listPublishedPackages()) {
    const reports = new Set();
    const path = inRepository(folder);
    for (const [subpath, types] of listTypedEntries(manifest)) {
      const report = reportName(manifest, subpath);
      reports.add(report);
      if (!existsSync(join(path, types))) {
        faults.push(`${folder}: ${types} is not built`);
        continue;
      }
      if (update) mkdirSync(join(path, "etc"), { recursive: true });
      const result = Extractor.invoke(configure(path, types, report), {
        localBuild: update,
        messageCallback: (message) => {
          message.handled = true;
          if (message.logLevel === "error") faults.push(`${folder}: ${message.text}`);
        },
      });
      if (update && result.apiReportChanged) console.log(`${folder}/etc/${report} written`);
      if (!update && result.apiReportChanged) faults.push(`${folder}/etc/${report} does not match what is exported`);
    }
    const present = existsSync(join(path, "etc"))
      ? readdirSync(join(path, "etc")).filter((name) => name.endsWith(".api.md"))
      : [];
    for (const stale of present.filter((name) => !reports.has(basename(name)))) {
      if (update) rmSync(join(path, "etc", stale));
      else faults.push(`${folder}/etc/${stale} belongs to no entry`);
    }
  }

  for (const fault of faults) console.log(fault);
  if (!update && faults.length > 0) console.log("Review what changed, then run: npm run api:update");
  return faults.length === 0 ? 0 : 1;
});
