import type { Command } from '@commander-js/extra-typings';
import { print, printJson, printRecord } from './print.js';
import { openSession, type Session } from './session.js';

/** Adds a command that is about one record, which it names by its id, and prints the record that comes of it. */
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

/** Adds `delete`, which has nothing to print but that it is done. */
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
