import type { PluginLink } from '../plugin-api/plugin.js';
import { chooseField } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { LINK_0_2, LINKS } from './field-names.js';
import { isUrl } from './text-checks.js';

/** Parents of addresses that are not about the alarm. */
const UNRELATED =
  /^(?:users?|agent|assignees?|author|actor|sender|creator|owner|webhook|project|repository|organization|account|application|service|page)$|user$/;
/** Parents whose `url` is the address that is watched. */
const WATCHED = /^(?:monitor|check|checkin|site|website|target|endpoint|requests?)$/;
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|ico)(?:[?#]|$)/i;
/** An address without a path is a site that is watched, or that of the sender. It is no page of an alarm. */
const BARE_SITE = /^https?:\/\/[^/?#]+\/?$/i;
/** Ends of names that are not in the lists: `event_deep_link`, `monitor_dashboard_link`. */
const SUFFIXES: Readonly<Record<string, RegExp>> = {
  source: /(?:alert|alarm|incident|event|problem|issue|results?|details?|run|deep|portal)(?:url|link)$/,
  runbook: /(?:run|play)book(?:url|link)?$/,
  dashboard: /dashboard(?:url|link)$/,
};

/**
 * Finds the pages about an alarm by the names of fields that contain an address.
 * @param shared the fields beside a list of alarms, for links that the alarm itself does not have
 */
export function findLinks(
  fields: readonly ScalarField[],
  shared: ReadonlyMap<string, ScalarField>,
  resourceName: string | undefined,
): readonly PluginLink[] {
  const own = findLinkFields(fields, resourceName);
  const links: PluginLink[] = [];
  for (const name of Object.keys(LINKS)) {
    const url = (own.get(name) ?? shared.get(name))?.text;
    if (url !== undefined && url !== resourceName && links.every((other) => other.url !== url))
      links.push({ name, url });
  }
  return links;
}

/** Returns the fields that contain the address of a page about an alarm, by the name of the link. */
export function findLinkFields(
  fields: readonly ScalarField[],
  resourceName?: string,
): ReadonlyMap<string, ScalarField> {
  const isPage = ({ text, parent, name }: ScalarField): boolean =>
    isUrl(text) &&
    !BARE_SITE.test(text) &&
    !IMAGE.test(text) &&
    text !== resourceName &&
    !UNRELATED.test(parent) &&
    !(name === 'url' && WATCHED.test(parent));
  return new Map(
    Object.entries(LINKS).flatMap(([name, names]) => {
      const found = chooseField(fields, names, isPage, SUFFIXES[name]);
      return found === undefined ? [] : [[name, found.field] as const];
    }),
  );
}

/** Returns the address that version 1.0.0 has in `additional_info`. */
export function findLink0_2(fields: readonly ScalarField[]): string | undefined {
  return chooseField(fields, LINK_0_2, ({ text }) => isUrl(text))?.field.text;
}
