import { findOptionErrors } from '#senders/plugin-api/check-options.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { importPackage } from '#shared/platform/lifecycle/import-package.js';
import { StartError } from '#shared/platform/lifecycle/explain-start-error.js';
import type { OutgoingHttp } from './outgoing-http.js';
import type { Protocol } from './protocol.js';

const SETTING = 'PROTOCOLS';

/**
 * Loads protocols from packages, which export `protocols(http)`, a function that returns a list of protocols.
 * @param http posts within a time limit, and only to addresses that are allowed
 * @throws StartError naming a package that does not exist, or what in it is not a valid protocol, and why
 */
export async function loadProtocolPackages(
  names: readonly string[],
  http: OutgoingHttp,
): Promise<readonly Protocol[]> {
  const loaded: Protocol[] = [];
  for (const name of names) {
    const { protocols } = (await importPackage(SETTING, name)) as { protocols?: unknown };
    if (typeof protocols !== 'function')
      throw new StartError(
        `${SETTING}: ${name} must export \`protocols\`, a function that returns a list of protocols`,
      );
    const exported: unknown = await protocols(http);
    for (const protocol of Array.isArray(exported) ? (exported as unknown[]) : [exported]) {
      const problem = findProblem(protocol);
      if (problem !== undefined) throw new StartError(`${SETTING}: ${name}: ${problem}`);
      loaded.push(protocol as Protocol);
    }
  }
  return loaded;
}

function findProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'a protocol must be an object';
  const { protocol_id, name, description, optionsSchema, perSecond, send } = value as Partial<Protocol>;
  if (typeof protocol_id !== 'string' || !/^[a-z0-9][a-z0-9-]{0,63}$/.test(protocol_id))
    return 'protocol_id must be 1 to 64 characters of a-z, 0-9 and -';
  const problem = (text: string) => `protocol ${protocol_id}: ${text}`;
  if (typeof name !== 'string' || typeof description !== 'string')
    return problem('name and description must be texts');
  if (perSecond !== undefined && !(perSecond > 0)) return problem('perSecond must be a number above 0');
  if (typeof send !== 'function') return problem('send must be a function');
  try {
    findOptionErrors({ plugin_id: protocol_id, optionsSchema: optionsSchema ?? {} }, {});
    return undefined;
  } catch (error) {
    return problem(`optionsSchema is no JSON Schema: ${getErrorMessage(error)}`);
  }
}
