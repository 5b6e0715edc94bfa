import type { PluginDelivery } from '../plugin-api/plugin.js';
import { chooseField, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { ACCOUNT } from './field-names.js';
import { findSharedState } from './derive-state.js';
import { findLabelFields } from './find-labels.js';
import { findLinkFields } from './find-links.js';
import { findSharedResource } from './find-resource.js';
import { findSeverity, type FoundSeverity } from './find-severity.js';
import { findTime, type FoundTime } from './find-time.js';
import { hasIdentity } from './has-identity.js';

/**
 * What the facts around a list say about each of its alarms. They are looked through once for the list and not for each alarm, so that
 * a long list beside many facts takes no more time than its size.
 */
export interface Surroundings {
  /** Whether they tell the alarms apart from those of other deliveries. */
  readonly isTelling: boolean;
  readonly state: ScalarField | undefined;
  readonly severity: FoundSeverity | undefined;
  readonly time: FoundTime | undefined;
  readonly resource: Choice | undefined;
  readonly account: Choice | undefined;
  /** The fields with an address, by the name of the link. */
  readonly links: ReadonlyMap<string, ScalarField>;
  /** The texts of fields that teams are routed by, by the name of the field. */
  readonly labels: ReadonlyMap<string, string>;
}

export const NO_SURROUNDINGS: Surroundings = {
  isTelling: false,
  state: undefined,
  severity: undefined,
  time: undefined,
  resource: undefined,
  account: undefined,
  links: new Map(),
  labels: new Map(),
};

/**
 * Returns the surroundings of an alarm inside a list inside other lists: what is nearer counts.
 * @param delivery times of an end after its arrival are ignored
 */
export function describeSurroundings(
  fields: readonly ScalarField[],
  outer: Surroundings,
  delivery: Pick<PluginDelivery, 'received_at' | 'words'>,
): Surroundings {
  return fields.length === 0
    ? outer
    : {
        isTelling: outer.isTelling || hasIdentity(fields, undefined),
        state: findSharedState(fields) ?? outer.state,
        severity: findSeverity(fields) ?? outer.severity,
        time: findTime(fields, delivery.received_at, delivery.words) ?? outer.time,
        resource: findSharedResource(fields) ?? outer.resource,
        account: chooseField(fields, ACCOUNT) ?? outer.account,
        links: new Map([...outer.links, ...findLinkFields(fields)]),
        labels: new Map([...outer.labels, ...findLabelFields(fields, [])]),
      };
}
