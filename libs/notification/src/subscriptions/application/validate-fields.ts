import { ALERT_MESSAGE_TYPES, type AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import {
  checkOptions,
  checkOptionsWithPlugin,
  type Configurable,
} from '#senders/plugin-api/check-options.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { restoreSecrets, maskSecrets, splitSecrets } from '#senders/plugin-api/secret-options.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { REMARK_TYPES } from '../../protocols/domain/remarks.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { Templates } from '../../protocols/templates.js';
import { buildAlertQuery, type AlertFilter, type ResolvedOptions } from '../domain/subscription.js';
import { validateGroup, type Group } from '../domain/group.js';
import { validateRemind, type Remind, type RemindFields } from '../domain/remind.js';

/** Kinds about heartbeats. The changes of their alerts say the same. */
const SOURCE_KINDS = ['source.silent', 'source.back'] as const;

/** Kinds of notifications that the service writes about itself. */
const SERVICE_KINDS = [
  ...SOURCE_KINDS,
  'delivery.quarantined',
  'quota.low',
  'quota.exhausted',
  'subscription.failing',
  'on_call.gap',
  'on_call.failing',
  'escalation.unreached',
] as const;

export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** All kinds of notifications that a subscription can want. */
export const NOTIFICATION_KINDS: readonly string[] = [...ALERT_MESSAGE_TYPES, ...SERVICE_KINDS];

/**
 * Kinds that a subscription gets only if it names them. The alerts of heartbeats are already sent as alerts, the quarantine
 * concerns only those who set up webhooks, remarks those who work on the alert, and an escalation tells its own fallback.
 */
const OPT_IN_KINDS: ReadonlySet<string> = new Set([
  ...SOURCE_KINDS,
  ...['delivery.quarantined', 'escalation.unreached', ...REMARK_TYPES],
]);

/** Returns valid kinds, each once, in a fixed order. Without `given`: the default kinds. @throws ERROR_INVALID_PARAMETER */
export function validateKinds(
  given: readonly string[] | undefined,
  { tellsOnlyAlerts = false }: Pick<Protocol, 'tellsOnlyAlerts'>,
): readonly string[] {
  const allowed = tellsOnlyAlerts ? ALERT_MESSAGE_TYPES : NOTIFICATION_KINDS;
  if (given === undefined) return allowed.filter((kind) => !OPT_IN_KINDS.has(kind));
  if (given.length === 0) throw DomainError.invalid('kinds', 'must not be empty');
  if (given.some((kind) => !(allowed as readonly string[]).includes(kind)))
    throw DomainError.invalid('kinds', `must be of ${allowed.join(', ')}`);
  return allowed.filter((kind) => given.includes(kind));
}

/** Checks the conditions of a request. @throws ERROR_INVALID_QUERY naming the place in the request */
export async function checkFilter(
  queries: AlertQueries,
  domain_id: string,
  project_id: string | null,
  filter: AlertFilter,
): Promise<void> {
  try {
    await queries.check(domain_id, buildAlertQuery(filter, project_id));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ERROR_INVALID_QUERY') throw error;
    const stripPrefix = (text: string) => text.replaceAll(/\bquery\.(?=filter)/g, '');
    throw new DomainError(error.code, error.kind, stripPrefix(error.message), {
      errors: (error.errors ?? []).map(({ field, reason }) => ({ field: stripPrefix(field), reason })),
      cause: error,
    });
  }
}

/** Returns a valid group; `undefined` leaves the stored one unchanged. @throws ERROR_INVALID_PARAMETER */
export function resolveGroup(
  given: Group | null | undefined,
  { protocol_id, tellsOnlyAlerts = false }: Pick<Protocol, 'protocol_id' | 'tellsOnlyAlerts'>,
): Group | null | undefined {
  if (given === undefined || given === null) return given;
  if (tellsOnlyAlerts) {
    const remedy = `leave it out, or use another protocol such as webhook`;
    throw DomainError.invalid(
      'group',
      `is not supported by ${protocol_id}, which sends each change as it was posted: ${remedy}`,
    );
  }
  return validateGroup(given);
}

/** Returns valid terms of reminders; `undefined` leaves the stored ones unchanged. @throws ERROR_INVALID_PARAMETER */
export function resolveRemind(
  given: RemindFields | null | undefined,
  { protocol_id, tellsOnlyAlerts = false }: Pick<Protocol, 'protocol_id' | 'tellsOnlyAlerts'>,
): Remind | null | undefined {
  if (given === undefined || given === null) return given;
  if (tellsOnlyAlerts) {
    const remedy = `leave it out, or use another protocol such as webhook`;
    throw DomainError.invalid(
      'remind',
      `is not supported by ${protocol_id}, which sends each change as it was posted: ${remedy}`,
    );
  }
  return validateRemind(given);
}

/** Returns a valid template; `undefined` leaves the stored one unchanged. @throws ERROR_INVALID_PARAMETER */
export async function resolveTemplate(
  given: string | null | undefined,
  protocol: Protocol,
  templates: Templates,
  domain_id: string,
): Promise<string | null | undefined> {
  if (given === undefined || given === null) return given;
  requireTemplates(protocol);
  await templates.check(given, protocol, domain_id);
  return given;
}

/** @throws ERROR_INVALID_PARAMETER if subscriptions of this protocol have no template */
export function requireTemplates({
  protocol_id,
  takesTemplate = false,
}: Pick<Protocol, 'protocol_id' | 'takesTemplate'>): void {
  if (takesTemplate !== false) return;
  const remedy = 'leave it out, or use another protocol such as webhook';
  throw DomainError.invalid(
    'template',
    `is not supported by ${protocol_id}, whose messages have a fixed form: ${remedy}`,
  );
}

/** Returns whether messages are to have links; `undefined` leaves it as it is. @throws ERROR_INVALID_PARAMETER */
export function resolveActions(
  given: boolean | undefined,
  { protocol_id, showsActions = false }: Pick<Protocol, 'protocol_id' | 'showsActions'>,
): boolean | undefined {
  if (given === true && !showsActions) {
    const remedy = 'leave it out, or use another protocol such as email';
    throw DomainError.invalid(
      'actions',
      `is not supported by ${protocol_id}, whose messages show no links: ${remedy}`,
    );
  }
  return given;
}

/**
 * Returns the options that a request asks for, checked by the protocol. The check may use the network, so it must not run
 * while rows are locked.
 * @param stored the present options with their secrets, which `***` in the request keeps
 * @throws ERROR_INVALID_PARAMETER, ERROR_REQUIRED_PARAMETER naming the field
 */
export async function resolveOptions(
  protocol: Protocol,
  domain_id: string,
  given: PluginOptions,
  stored: PluginOptions,
): Promise<ResolvedOptions> {
  const pluginDescription: Configurable = {
    plugin_id: protocol.protocol_id,
    optionsSchema: protocol.optionsSchema,
    checkOptions: async (options) => (await protocol.checkOptions?.(options, domain_id)) ?? [],
  };
  const options = restoreSecrets(pluginDescription, given, stored);
  checkOptions(pluginDescription, options, 'options');
  await checkOptionsWithPlugin(pluginDescription, options, 'options');
  const { secret_options, ...plainOptions } = splitSecrets(pluginDescription, options);
  return { options: maskSecrets({ ...plainOptions, secret_options }), secret_options };
}
