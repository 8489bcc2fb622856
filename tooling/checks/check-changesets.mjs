/** Owns `npm run check:changesets`: the release plan can be made, and each changeset is one sentence for users. */
import { readdirSync, readFileSync } from "node:fs";
import { runToExit } from "../setup/report-step.mjs";
import { inRepository } from "../setup/repository.mjs";
import { runCommand } from "../setup/run-command.mjs";
import { findChangesetFaults } from "./changeset-faults.mjs";
import { listPublishedPackages } from "./published-packages.mjs";

/** Whether a change needs a changeset is for review to say: work that is not yet committed would always lack one. */
const asksForMore = /packages have been changed but no changesets were found/;

await runToExit(async () => {
  const published = new Set(listPublishedPackages().map(({ manifest }) => manifest.name));
  const faults = readdirSync(inRepository(".changeset"))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .flatMap((name) =>
      findChangesetFaults(readFileSync(inRepository(`.changeset/${name}`), "utf8"), published).map(
        (fault) => `.changeset/${name} ${fault}`,
      ),
    );
  const plan = await runCommand(inRepository("node_modules/.bin/changeset"), ["status", "--since=HEAD"]);
  if (plan.status !== 0 && !asksForMore.test(plan.output)) faults.push(plan.output.trim());
  for (const fault of faults) console.log(fault);
  return faults.length === 0 ? 0 : 1;
});
