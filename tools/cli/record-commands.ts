import type { Command } from '@commander-js/extra-typings';
import { print, printJson, printRecord } from './print.js';
import { openSession, type Session } from './session.js';

/** Adds a command that takes the id of a record and prints the record that the request returns. */
export function addRecordCommand(
  parent: Command,
  verb: string,
  id: string,
  description: string,
  request: (id: string, session: Session) => Promise<object>,
): void {
  parent
    .command(verb)
    .description(description)
    .argument(`<${id}>`)
    .action(async (recordId, _, command) => {
      const session = openSession(command);
      printResult(await request(recordId, session), session.json);
    });
}

/** Adds `delete`, which only confirms that the record is deleted. */
export function addDeleteCommand(
  parent: Command,
  id: string,
  description: string,
  request: (id: string, session: Session) => Promise<unknown>,
): void {
  parent
    .command('delete')
    .description(description)
    .argument(`<${id}>`)
    .action(async (recordId, _, command) => {
      const session = openSession(command);
      await request(recordId, session);
      if (session.json) printJson({ [id]: recordId, deleted: true });
      else print(`${recordId} is deleted`);
    });
}

export const printResult = (record: object, json: boolean): void =>
  json ? printJson(record) : printRecord(record);
