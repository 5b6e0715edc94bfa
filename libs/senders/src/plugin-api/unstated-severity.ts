import { SEVERITIES, type Severity } from './event.js';
import type { PluginEvent } from './plugin.js';

/** What an alarm gets whose sender states no severity: always the same one, or `AUTO`, by {@link severityOf}. */
export const DEFAULT_SEVERITIES = ['AUTO', ...SEVERITIES] as const;
export type DefaultSeverity = (typeof DEFAULT_SEVERITIES)[number];

/** `InstanceDown`, `host_down` and `is-down` are words of their own. */
const spaced = (text: string): string => text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

const DOWN = new RegExp(
  [
    // Not `scaled down`, `downtime`, `down to 5 %`, `shut down`, which is what somebody does.
    String.raw`(?<!\b(?:scal\w*|slow\w*|cool\w*|count|roll\w*|spin\w*|shut\w*|broken?|drill|ramp\w*|bog\w*|page\w*) )\bdown\b(?! (?:to|from|by|scal\w*)\b| ?time| ?load)`,
    String.raw`\b(?:offline|unreachable|unresponsive|unavailable|outage|disconnected)\b`,
    String.raw`\bnot (?:respond|reach|answer|availab|runn)\w*`,
    String.raw`\bno(?:t| longer)? (?:responding|reachable|available|running|online)\b`,
    String.raw`\bcan(?:not|'t| not) be reached\b`,
    String.raw`\bno (?:response|answer|connection)\b`,
  ].join('|'),
  'i',
);
/** What a title says of much else, a word of state says of the thing. */
const DOWN_STATE =
  /\b(?:fail(?:ed|ing|ure|s)?|error(?:ed)?|crash(?:ed|ing)?|dead|degraded|stopped|lost|missing|does not exist|not ok|broken|aborted|timed? ?out)\b/i;
const UP_AGAIN = /\bnot down\b|\bno longer (?:down|offline|unreachable|unavailable)\b/i;

/** The types of things that everything on them depends on, and of what stands for a whole site. */
const HOST_OR_SITE =
  /\b(?:host|server(?!less)|node|device|machine|computer|vm|instance|(?:web ?)?site|web ?page|url|domain|endpoint|uptime|fqdn|ip|address|router|switch|gateway|monitor)(?:s|name|url|id|label|andport|identifier)?\b|(?:host|server|node|device|computer|vm|site|monitor|website|endpoint|instance)(?:(?:friendly|display)?name|url|label|id)\b/i;
const ADDRESS = /^https?:\/\/|^(?:\d{1,3}\.){3}\d{1,3}$/i;

/**
 * The severity of an alarm, as its sender states it; else the webhook's own; else, of a thing that is down, CRITICAL where
 * it is a host or a site, ERROR where it is anything else.
 */
export function severityOf(event: PluginEvent, otherwise: DefaultSeverity): Severity {
  if (event.severity !== undefined) return event.severity;
  if (event.event_type === 'RECOVERY') return 'NONE';
  if (otherwise !== 'AUTO') return otherwise;
  if (!isDown(event)) return 'NONE';
  return isHostOrSite(event.resource) && !isPartOnly(event) ? 'CRITICAL' : 'ERROR';
}

function isDown({ state, title }: PluginEvent): boolean {
  const said = spaced(textOf(state));
  if (DOWN.test(said) || DOWN_STATE.test(said)) return true;
  const told = spaced(textOf(title));
  return DOWN.test(told) && !UP_AGAIN.test(told);
}

function isHostOrSite(resource: PluginEvent['resource']): boolean {
  const type = textOf(resource?.resource_type);
  return (
    HOST_OR_SITE.test(spaced(type)) ||
    ADDRESS.test(textOf(resource?.resource_id)) ||
    ADDRESS.test(textOf(resource?.name))
  );
}

/** A job that is watched as a monitor, and what is on a host: `nginx on web-1 …`. */
function isPartOnly({ title, rule, resource }: PluginEvent): boolean {
  const [thing, host] = [textOf(rule), textOf(resource?.name)];
  if (/heartbeat|cron|schedule/i.test(thing)) return true;
  return thing !== '' && host !== '' && textOf(title).startsWith(`${thing} on ${host}`);
}

/** Plugins of packages may give anything. The longest is cut: what is down is said at once. */
function textOf(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, 300) : '';
}
