import type { PluginEvent } from '../plugin-api/plugin.js';
import type { Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import type { State } from './derive-state.js';
import type { OwnFields } from './own-fields.js';

/** Returns the facts that may tell the state: not those of the sender's own object. */
export function withoutAdditionalInfo(
  { pointer, additional_info }: OwnFields,
  fields: readonly ScalarField[],
): readonly ScalarField[] {
  return Object.keys(additional_info).length === 0
    ? fields
    : fields.filter((one) => !one.pointer.startsWith(`${pointer}/additional_info/`));
}

/** Returns the state that is stated. ALERT beside another word for a recovery may be only the kind of the message. */
export function chooseState({ event_type, event_key, pointer }: OwnFields, derived: State): State {
  const isKind =
    event_type === 'ALERT' &&
    derived.type !== 'ALERT' &&
    derived.from !== undefined &&
    (event_key === undefined || !derived.from.startsWith(`${pointer}/`));
  return event_type === undefined || isKind
    ? derived
    : // An ERROR has the word of an ALERT, so that its key is that of the recovery.
      {
        type: event_type,
        word: event_type === 'ERROR' ? 'ALERT' : event_type,
        from: `${pointer}/event_type`,
        confidence: 1,
      };
}

/** Returns the title that is stated, as the choice by which the alarm is told apart from others. */
export function findOwnTitle(
  { title, pointer }: OwnFields,
  fields: readonly ScalarField[],
): Choice | undefined {
  const field = title === undefined ? undefined : fields.find((one) => one.pointer === `${pointer}/title`);
  return field && { field, confidence: 1 };
}

/** Returns the event with what the alarm states in place of what was guessed. */
export function withOwnFields(event: PluginEvent, own: OwnFields, resource: Choice | undefined): PluginEvent {
  const { severity_word, ...guessed } = event;
  const { title, description, severity, rule, provider, account, image_url, labels, links } = own;
  const stated = { title, description, severity, rule, provider, account, image_url };
  const otherLinks = event.links?.filter(({ url }) => links.every((other) => other.url !== url)) ?? [];
  return {
    ...guessed,
    ...(severity === undefined && severity_word !== undefined && { severity_word }),
    ...withoutAbsent(stated),
    ...describeOwnTime(own),
    resource: mergeResource(own, event.resource, resource),
    labels: { ...event.labels, ...labels },
    links: [...links, ...otherLinks],
    additional_info: { ...own.additional_info, ...event.additional_info },
  };
}

function withoutAbsent<T extends object>(stated: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** The kind of the time and the start belong to the time that is stated, not to one that was guessed. */
function describeOwnTime({ occurred_at, occurred_at_is, started_at }: OwnFields): Partial<PluginEvent> {
  return {
    ...(occurred_at !== undefined && { occurred_at, occurred_at_is: occurred_at_is ?? 'change' }),
    ...(started_at !== undefined && { started_at }),
  };
}

function mergeResource(
  { resource: stated, pointer }: OwnFields,
  guessed: PluginEvent['resource'] = {},
  choice: Choice | undefined,
): PluginEvent['resource'] {
  if (Object.values(stated).every((text) => text === undefined)) return guessed;
  // The name of a field of this service says nothing about the thing in it.
  const isOwnField = [`${pointer}/resource/`, `${pointer}/resource_`].some((start) =>
    choice?.field.pointer.startsWith(start),
  );
  return {
    resource_id: stated.resource_id ?? stated.name ?? guessed.resource_id ?? null,
    resource_type: stated.resource_type ?? (isOwnField ? null : (guessed.resource_type ?? null)),
    name: stated.name ?? guessed.name ?? null,
  };
}

/** Returns where the fields are that are stated, with the confidence 1. */
export function describeOwnSources(own: OwnFields): Readonly<Record<string, Source>> {
  const { pointer, event_key, event_type, title, severity, description, rule, account, occurred_at } = own;
  const stated = { event_key, event_type, title, severity, description, rule, account, occurred_at };
  return Object.fromEntries(
    Object.keys(withoutAbsent(stated)).map((name) => [name, { from: `${pointer}/${name}`, confidence: 1 }]),
  );
}

interface Source {
  readonly from: string;
  readonly confidence: number;
}
