import { SEVERITIES, type Severity } from './event.js';
import type { PluginEvent } from './plugin.js';

/** Settings for alarms without a stated severity: a fixed one, or `AUTO`, which derives it (see {@link resolveSeverity}). */
export const DEFAULT_SEVERITIES = ['AUTO', ...SEVERITIES] as const;
export type DefaultSeverity = (typeof DEFAULT_SEVERITIES)[number];

/** Splits words at capitals and underscores, so that `InstanceDown` and `host_down` contain the word `down`. */
const splitWords = (text: string): string =>
  text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

const DOWN_TEXT = new RegExp(
  [
    // Excludes `scaled down`, `downtime`, `down to 5 %` and `shut down`: these are actions or figures, not failures.
    String.raw`(?<!\b(?:scal\w*|slow\w*|cool\w*|count|roll\w*|spin\w*|shut\w*|broken?|drill|ramp\w*|bog\w*|page\w*) )\bdown\b(?! (?:to|from|by|scal\w*)\b| ?time| ?load)`,
    String.raw`\b(?:offline|unreachable|unresponsive|unavailable|outage|disconnected)\b`,
    String.raw`\bnot (?:respond|reach|answer|availab|runn)\w*`,
    String.raw`\bno(?:t| longer)? (?:responding|reachable|available|running|online)\b`,
    String.raw`\bcan(?:not|'t| not) be reached\b`,
    String.raw`\bno (?:response|answer|connection)\b`,
  ].join('|'),
  'i',
);
/** Words that mean a failure only in the state of a thing. In a title they may be about anything. */
const DOWN_STATE =
  /\b(?:fail(?:ed|ing|ure|s)?|error(?:ed)?|crash(?:ed|ing)?|dead|degraded|stopped|lost|missing|does not exist|not ok|broken|aborted|timed? ?out)\b/i;
const NOT_DOWN = /\bnot down\b|\bno longer (?:down|offline|unreachable|unavailable)\b/i;

/** Resource types that are a host, or stand for a whole site. If such a thing is down, so is everything on it. */
const HOST_OR_SITE =
  /\b(?:host|server(?!less)|node|device|machine|computer|vm|instance|(?:web ?)?site|web ?page|url|domain|endpoint|uptime|fqdn|ip|address|router|switch|gateway|monitor)(?:s|name|url|id|label|andport|identifier)?\b|(?:host|server|node|device|computer|vm|site|monitor|website|endpoint|instance)(?:(?:friendly|display)?name|url|label|id)\b/i;
const ADDRESS = /^https?:\/\/|^(?:\d{1,3}\.){3}\d{1,3}$/i;

/**
 * Returns the severity that the sender states, or else that of the webhook. With `AUTO`, a host or site that is down is
 * CRITICAL, anything else that is down is ERROR, and all other alarms are NONE. If the sender states a severity by a word
 * that nobody knows, the alarm is at least a WARNING: it must not be less than one with a word that is known to be low.
 */
export function resolveSeverity(event: PluginEvent, defaultSeverity: DefaultSeverity): Severity {
  if (event.severity !== undefined) return event.severity;
  if (event.event_type === 'RECOVERY') return 'NONE';
  const severity = deriveSeverity(event, defaultSeverity);
  return hasUnknownSeverity(event) && SEVERITIES.indexOf(severity) > SEVERITIES.indexOf('WARNING')
    ? 'WARNING'
    : severity;
}

/** Returns whether the sender states a severity by a word that its plugin does not know. */
export function hasUnknownSeverity({ severity, severity_word }: PluginEvent): boolean {
  return severity === undefined && typeof severity_word === 'string' && severity_word !== '';
}

function deriveSeverity(event: PluginEvent, defaultSeverity: DefaultSeverity): Severity {
  if (defaultSeverity !== 'AUTO') return defaultSeverity;
  if (!isDown(event)) return 'NONE';
  return isHostOrSite(event.resource) && !isJobOrService(event) ? 'CRITICAL' : 'ERROR';
}

function isDown({ state, title }: PluginEvent): boolean {
  const stateText = splitWords(truncateText(state));
  if (DOWN_TEXT.test(stateText) || DOWN_STATE.test(stateText)) return true;
  const titleText = splitWords(truncateText(title));
  return DOWN_TEXT.test(titleText) && !NOT_DOWN.test(titleText);
}

function isHostOrSite(resource: PluginEvent['resource']): boolean {
  const type = truncateText(resource?.resource_type);
  return (
    HOST_OR_SITE.test(splitWords(type)) ||
    ADDRESS.test(truncateText(resource?.resource_id)) ||
    ADDRESS.test(truncateText(resource?.name))
  );
}

/** Returns whether the alarm is only about a scheduled job, or about a service on the host: `nginx on web-1 …`. */
function isJobOrService({ title, rule, resource }: PluginEvent): boolean {
  const [ruleText, hostName] = [truncateText(rule), truncateText(resource?.name)];
  if (/heartbeat|cron|schedule/i.test(ruleText)) return true;
  return ruleText !== '' && hostName !== '' && truncateText(title).startsWith(`${ruleText} on ${hostName}`);
}

/** Returns the first 300 characters. Plugins of packages may give values of any type. */
function truncateText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : '';
}
