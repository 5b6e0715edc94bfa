import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getErrorMessage } from '../../kernel/error-message.js';
import { StartError } from './explain-start-error.js';

/**
 * Returns the exports of a package, given by its name or the path of its module.
 * @param setting the setting that names the package
 * @throws StartError naming the package that cannot be loaded, and why
 */
export async function importPackage(setting: string, name: string): Promise<unknown> {
  const isPath = /^(?:\.{1,2}|[a-z]:)?[/\\]/i.test(name);
  try {
    return (await import(isPath ? pathToFileURL(resolve(name)).href : name)) as unknown;
  } catch (error) {
    // The file of the service that imported the package does not help the operator.
    const reason = getErrorMessage(error).replace(/ imported from .*$/, '');
    throw new StartError(`${setting}: ${name} cannot be loaded: ${reason}`, { cause: error });
  }
}
