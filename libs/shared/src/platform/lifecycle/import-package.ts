import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../../kernel/message-of.js';
import { StartError } from './start-error.js';

/**
 * What a package exports, by its name or by a path to its module.
 * @param setting that names it
 * @throws StartError naming the package that cannot be loaded, and why
 */
export async function importPackage(setting: string, name: string): Promise<unknown> {
  const isPath = /^(?:\.{1,2}|[a-z]:)?[/\\]/i.test(name);
  try {
    return (await import(isPath ? pathToFileURL(resolve(name)).href : name)) as unknown;
  } catch (error) {
    // Which of the service's files asked for it helps nobody.
    const why = reasonOf(error).replace(/ imported from .*$/, '');
    throw new StartError(`${setting}: ${name} cannot be loaded: ${why}`, { cause: error });
  }
}
