import type { Command } from '@commander-js/extra-typings';
import { print, printJson, printRecord } from './print.js';
import { openSession, type Session } from './session.js';

/** Adds a command that takes the id of a record and prints the record that the request returns. */
export function forOne(
  parent: Command,
  verb: string,
  id: string,
  description: string,
  ask: (id: string, session: Session) => Promise<object>,
): void {
  parent
    .command(verb)
    .description(description)
    .argument(`<${id}>`)
    .action(async (given, _, command) => {
      const session = openSession(command);
      printOne(await ask(given, session), session.json);
    });
}

/** Adds `delete`, which only confirms that the record is deleted. */
export function deleteOne(
  parent: Command,
  id: string,
  description: string,
  ask: (id: string, session: Session) => Promise<unknown>,
): void {
  parent
    .command('delete')
    .description(description)
    .argument(`<${id}>`)
    .action(async (given, _, command) => {
      const session = openSession(command);
      await ask(given, session);
      if (session.json) printJson({ [id]: given, deleted: true });
      else print(`${given} is deleted`);
    });
}

export const printOne = (record: object, json: boolean): void =>
  json ? printJson(record) : printRecord(record);
