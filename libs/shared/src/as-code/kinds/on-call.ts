import { normalizeCalendarAddress } from '../../kernel/calendar-address.js';
import { isObject } from '../../kernel/json.js';
import { normalizeName } from '../../kernel/normalize-name.js';
import { getName, nameSchema, pick, type Info, type Kind } from '../kind.js';
import type { Terms } from '../terms.js';

const FIELDS = ['timezone', 'members', 'rotation', 'ical_url'];

/** Schedules. Overrides are left out: they are made by people, for days, and a file must not undo them. */
export const ON_CALL: Kind = {
  section: 'on_call',
  noun: 'schedule',
  id: 'on_call_id',
  project: 'none',
  fixed: [],
  secrets: ['ical_url'],
  references: [{ section: 'subscriptions', path: 'members.*.subscription' }],
  schema: (api) => {
    const fields = pick(api['CreateOnCallRequest']?.properties ?? {}, ...FIELDS);
    const { subscription_id: _, ...member } = api['OnCallMember']?.properties ?? {};
    const items = {
      type: 'object',
      properties: { ...member, subscription: nameSchema('subscription') },
      required: ['name', 'subscription'],
      additionalProperties: false,
    };
    return {
      properties: { ...fields, members: { ...fields['members'], items } },
      required: ['timezone', 'members'],
    };
  },
  defaults: () => ({}),
  complete: (given, stored) => {
    const { ical_url } = given;
    const terms: Terms = {
      ...given,
      ...(ical_url !== undefined && { ical_url: normalizeAddress(ical_url) }),
    };
    const members = (terms['members'] as readonly Info[]).map((one): Info => ({
      ...one,
      name: normalizeName(String(one['name'])),
      email: one['email'] ?? null,
    }));
    const { rotation } = terms;
    if (!isObject(rotation)) return { ...terms, members };
    const handoff = rotation['handoff'] as Info;
    const before = isObject(stored?.['rotation']) ? stored['rotation'] : {};
    return {
      ...terms,
      members,
      rotation: {
        ...rotation,
        members: (
          (rotation['members'] as readonly string[] | undefined) ?? members.map(({ name }) => String(name))
        ).map(normalizeName),
        handoff: { ...handoff, day: handoff['day'] ?? (isOfWeeks(rotation['shift']) ? 'MON' : null) },
        // Without a date the first member is on call at once, which must not begin anew with each apply.
        starts_on: rotation['starts_on'] ?? before['starts_on'],
      },
    };
  },
  nameOf: getName,
  read: (info, references) => ({
    timezone: info['timezone'],
    members: (info['members'] as readonly Info[]).map(({ subscription_id, ...member }) => ({
      ...member,
      subscription: references.toName('subscriptions', String(subscription_id)),
    })),
    rotation: info['rotation'] ?? undefined,
    ical_url: info['ical_url'] ?? undefined,
  }),
  write: ({ members, ...terms }, references, name) => ({
    name,
    ...terms,
    members: (members as readonly Info[] | undefined)?.map(({ subscription, ...member }) => ({
      ...member,
      subscription_id: references.toId('subscriptions', String(subscription)),
    })),
  }),
};

/** The form in which the service stores an address of a calendar. */
function normalizeAddress(address: unknown): unknown {
  const url = normalizeCalendarAddress(String(address));
  return URL.canParse(url) ? new URL(url).href : address;
}

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 };

/** Whether shifts last whole weeks, so that their hand-off has a day. */
function isOfWeeks(shift: unknown): boolean {
  const [, count, unit = ''] = /^(\d+)([hdw])$/.exec(String(shift)) ?? [];
  return (Number(count) * (HOURS[unit] ?? 0)) % 168 === 0;
}
