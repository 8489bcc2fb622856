/** Owns `backscroll completions`: scripts made from the commands as they are. */
import type { Command } from "commander";
import { closestWord } from "../arguments/closest-word.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError, type ExitCode, exitCodes } from "../command-error.ts";

const shells = ["bash", "zsh", "fish"];

const optionsOf = (command: Command) =>
  command.options.flatMap((option) =>
    option.long == null ? [] : [{ name: option.long, description: option.description }],
  );

const bash = (commands: readonly Command[]): string => `_backscroll() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map((command) => command.name()).join(" ")} help"
  else
    case "\${COMP_WORDS[1]}" in
${commands
  .map(
    (command) =>
      `      ${command.name()}) words="${optionsOf(command)
        .map(({ name }) => name)
        .join(" ")}" ;;`,
  )
  .join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _backscroll backscroll`;

const zshWord = (name: string, description: string): string =>
  `'${`${name}:${description.replaceAll(":", "\\:")}`.replaceAll("'", "'\\''")}'`;

const zsh = (commands: readonly Command[]): string => `#compdef backscroll
_backscroll() {
  local -a entries
  if (( CURRENT == 2 )); then
    entries=(${commands.map((command) => zshWord(command.name(), command.description())).join(" ")})
    _describe command entries
    return
  fi
  case $words[2] in
${commands
  .map(
    (command) =>
      `    ${command.name()}) entries=(${optionsOf(command)
        .map(({ name, description }) => zshWord(name, description))
        .join(" ")}) ;;`,
  )
  .join("\n")}
  esac
  [[ $PREFIX == -* ]] && _describe option entries
  _files
}
compdef _backscroll backscroll`;

const fishText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const fish = (commands: readonly Command[]): string =>
  commands
    .flatMap((command) => [
      `complete -c backscroll -n __fish_use_subcommand -a ${command.name()} -d ${fishText(command.description())}`,
      ...optionsOf(command).map(
        ({ name, description }) =>
          `complete -c backscroll -n '__fish_seen_subcommand_from ${command.name()}' -l ${name.slice(2)} -d ${fishText(description)}`,
      ),
    ])
    .join("\n");

/** Prints the script. Throws `CommandError` on a shell that is not known. */
export const completions = async (shell: string, program: Command, { terminal }: CommandContext): Promise<ExitCode> => {
  const scripts = new Map([
    ["bash", bash],
    ["zsh", zsh],
    ["fish", fish],
  ]);
  const script = scripts.get(shell);
  if (script === undefined) {
    const closest = closestWord(shell, shells);
    const meant = closest === null ? "" : ` Did you mean "${closest}"?`;
    throw new CommandError(
      "unknown_value",
      `"${shell}" is no shell that is known here.${meant}`,
      `Known: ${shells.join(", ")}.`,
    );
  }
  await terminal.line(script(program.commands));
  return exitCodes.done;
};
