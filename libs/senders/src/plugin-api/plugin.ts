import type { Json } from '#shared/kernel/json.js';
import type { EventType, Severity, TimeKind } from './event.js';
import type {
  PluginReceipt,
  PluginAnswer,
  PluginPreflight,
  PluginConfirmation,
  SignedRequest,
} from './plugin-answers.js';

/** The part of a delivery that a plugin gets. */
export interface PluginDelivery {
  /**
   * The parsed body: JSON (numbers that a double cannot hold as `{rawJSON}`), a form as an object of strings (a repeated
   * field is a list of strings, and nested names such as `a[b]` and `a.b` are nested objects), or else text.
   */
  readonly body: Json;
  /** A form with nested names as it was posted, with flat names. Only released versions and asynchronous plugins get it as `body`. */
  readonly flat_form?: Json | undefined;
  /** Only `content-type`, `user-agent` and the headers that {@link Plugin.headers} lists. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content_type: string;
  readonly query: Readonly<Record<string, string>>;
  /**
   * The rest of the path after `/events`, without the leading slash and decoded. Usually empty. Only a `/` or `%` within a
   * segment stays encoded (`%2F`, `%25`), so that the segments can be told apart.
   */
  readonly path_suffix: string;
  /** When the delivery arrived. A plugin must not use any other clock. */
  readonly received_at: Date;
  /**
   * Set for released versions of built-in plugins: the release whose words and scales the shared vocabulary reads by. Plugins
   * of packages ignore it.
   */
  readonly words?: '0.2';
  /** The fields that plugin `auto` may still read of the delivery, which it may get in parts; it takes them. Others ignore it. */
  readonly field_budget?: { left: number };
}

/** A page about an alarm. */
export interface PluginLink {
  /** What the page is. {@link LINK_NAMES} lists the usual names, by which messages choose what they show. */
  readonly name: string;
  /** http or https. Links with another scheme are left out. */
  readonly url: string;
}

/** An alarm in the fields of the event schema. Fields that a plugin omits get a default: `NONE`, `null`, `{}` or `[]`. */
export interface PluginEvent {
  /** The identifier by which the sender itself pairs firing and resolved. Never a time or a random value. */
  readonly event_key: string;
  /**
   * Of a recovery: the key that the previous version of the plugin gave the problem. If only that key has an open alert, the
   * recovery closes it. Never stored.
   */
  readonly previous_event_key?: string | null;
  readonly event_type: EventType;
  readonly title: string;
  readonly description?: string;
  /** Omitted if the sender states no severity. The webhook's `default_severity` then applies. */
  readonly severity?: Severity | undefined;
  /**
   * The sender's word for the severity, if the plugin does not know it. An ALERT is then at least a WARNING, and its
   * `additional_info.severity_word` keeps the word.
   */
  readonly severity_word?: string | null | undefined;
  /** The sender's word for the state, e.g. `DOWN`. It helps to derive a severity that is not stated, and is never stored. */
  readonly state?: string | null | undefined;
  readonly rule?: string | null;
  readonly resource?: {
    readonly resource_id?: string | null;
    readonly resource_type?: string | null;
    readonly name?: string | null;
  };
  readonly provider?: string | null;
  readonly account?: string | null;
  readonly image_url?: string | null;
  /** The time of the change, by the sender's clock. `null` only if the payload has no time. */
  readonly occurred_at?: Date | null;
  /**
   * `start`: `occurred_at` is the start of the problem. An alarm with such a time is repeated with the same time while the problem
   * lasts. A recovery has such a time only if the payload does not contain the end.
   */
  readonly occurred_at_is?: TimeKind;
  /** Of a recovery whose `occurred_at` is the end: the start of the problem, if the payload contains it. */
  readonly started_at?: Date | null;
  /** Of a recovery: the name of the sender's user who resolved the alarm; `null` if nobody did or the payload has none. */
  readonly resolved_by?: string | null;
  /**
   * What the sender says of the alarm in pairs of name and text: labels, tags, dimensions, custom details. Teams are routed by them,
   * so names are the sender's own.
   */
  readonly labels?: Readonly<Record<string, string>>;
  readonly links?: readonly PluginLink[];
  /** What is in no other field. */
  readonly additional_info?: Readonly<Record<string, Json>>;
  /** The part of the payload that this event was parsed from. */
  readonly raw_data: Json;
  /** JSON pointer (RFC 6901) of that part in the body. It identifies the alarm in the delivery, in every plugin version. */
  readonly pointer: string;
}

/** An acknowledgement made in the sender's system, or taken back there. It is not an event: it marks the alert of its key. */
export interface PluginAcknowledgement {
  /** The event key of the acknowledged alarm. */
  readonly event_key: string;
  /** See {@link PluginEvent.previous_event_key}. */
  readonly previous_event_key?: string | null;
  /** `false`: the acknowledgement was taken back. */
  readonly acknowledged: boolean;
  /** The name of the sender's user; `null` if the payload has none. */
  readonly by: string | null;
  readonly comment: string | null;
  /** When the acknowledgement was made (not when the problem began); `null` if the payload has no such time. */
  readonly occurred_at: Date | null;
  /** See {@link PluginEvent.pointer}. */
  readonly pointer: string;
}

/**
 * What a user of the sender's system did to an alarm without changing its state: a comment, an assignment. The alert of the key
 * that was open at that time gets it as a note.
 */
export interface PluginNote {
  /** See {@link PluginEvent.event_key}. */
  readonly event_key: string;
  /** For people: the comment, or `Assigned to ann`. */
  readonly text: string;
  /** The name of the sender's user; `null` if the payload has none. */
  readonly by: string | null;
  /** `null` if the payload has no such time. */
  readonly occurred_at: Date | null;
}

interface FallbackMark {
  /** Set by the service, never by a plugin, if `auto` parsed the alarm: why the webhook's own plugin could not. */
  readonly fallback?: string;
}

interface LimitMark {
  /** Set by built-in plugins if the limits of a delivery are exceeded: other values of the same body are not parsed any more. */
  readonly exceeds_limits?: true;
}

export type PluginOutcome =
  | ({ readonly outcome: 'EVENT'; readonly event: PluginEvent } & FallbackMark)
  | ({ readonly outcome: 'ACKNOWLEDGED'; readonly acknowledgement: PluginAcknowledgement } & FallbackMark)
  | ({
      readonly outcome: 'IGNORED';
      readonly pointer: string;
      readonly reason: string;
      readonly note?: PluginNote;
    } & FallbackMark)
  | ({ readonly outcome: 'ERROR'; readonly pointer: string; readonly reason: string } & LimitMark);

/** A payload as the sender documents it, with the expected outcomes. Verification and tests run it, and the API returns it. */
export interface PluginSample {
  readonly name: string;
  readonly content_type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The options to parse with. Default: none. */
  readonly options?: PluginOptions;
  /** The text of the body, exactly as the sender posts it. */
  readonly body: string;
  /** The outcomes, in the order of the payload. Fields that are not listed are not compared. */
  readonly expect: readonly (
    | ({ readonly outcome: 'EVENT' } & { readonly event: Partial<PluginEvent> })
    | { readonly outcome: 'ACKNOWLEDGED'; readonly acknowledgement: Partial<PluginAcknowledgement> }
    | { readonly outcome: 'IGNORED'; readonly note?: Partial<PluginNote> }
    | { readonly outcome: 'ERROR' }
  )[];
  /** Names the problem that the sample is about. Samples of the same problem must have the same `event_key`. */
  readonly incident?: string;
  /** The first version of the plugin that parses the sample so; omitted if the first release of the plugin did. */
  readonly since?: string;
}

export type PluginOptions = Readonly<Record<string, Json>>;

export interface PluginCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
}

/** An option that matches the schema, but that the plugin cannot work with. */
export interface OptionProblem {
  /** Path within the options, e.g. `fields.title`. */
  readonly option: string;
  /** What is wrong, and what would be valid. */
  readonly reason: string;
}

/**
 * One version of an integration with one sender. Released versions stay in the registry.
 *
 * A package that is listed in the setting `PLUGINS` exports `plugins`, an array of these objects.
 */
export interface Plugin {
  /** 1 to 64 characters of a-z, 0-9 and `-`. A webhook chooses the plugin by it (`plugin_info.plugin_id`). */
  readonly plugin_id: string;
  /** semver. A change that gives other events for a payload needs a new version. The previous version stays available. */
  readonly version: string;
  /** The display name, in the sender's own spelling. */
  readonly name: string;
  /** The default of an event's `provider`, if the payload names none. */
  readonly provider: string;
  /** The guide, in Markdown: how to configure the sender. */
  readonly docs: string;
  /**
   * JSON Schema 2020-12 of an object with `additionalProperties: false`. A property marked `writeOnly` is a secret:
   * it is encrypted at rest and never shown.
   */
  readonly optionsSchema: Readonly<Record<string, unknown>>;
  readonly samples: readonly PluginSample[];
  /**
   * The request headers that the plugin reads, in lower case. They are stored with the delivery. The pseudo-header
   * `:method` is the HTTP method of a request below `/events`, if that is not POST. `ALL`: all headers but secret ones,
   * for plugins whose users decide what is read; at most 50 and 8 KiB.
   */
  readonly headers?: readonly string[] | 'ALL';
  /** The name of the option with the address that the plugin connects to. A role that may only read must not try addresses. */
  readonly connectsTo?: string;
  /**
   * Returns the confidence, from 0 to 1, that a delivery comes from this sender. Looks at a few fields and headers only,
   * because plugin `auto` calls this method of every plugin, and dispatches to the one with the highest confidence. A
   * plugin without it is never chosen. Pure, as `parse`. Most plugins use `recogniseBy(...)` of the reading vocabulary.
   */
  recognises?(delivery: PluginDelivery): number;
  /**
   * Checks what the schema cannot express. Called whenever options are set or tried. Returns an empty list for valid options.
   * Secrets are passed in plain text. A reason must not repeat them.
   */
  checkOptions?(options: PluginOptions): readonly OptionProblem[] | Promise<readonly OptionProblem[]>;
  /** Checks what only a try can show, e.g. whether another service responds. The worker runs it together with the samples. */
  verify?(options: PluginOptions): readonly PluginCheck[] | Promise<readonly PluginCheck[]>;
  /**
   * Parses a delivery to outcomes, in the order of the payload. Pure: no I/O, and no clock but `received_at`. A field
   * that is missing or has another type gets its default. ERROR is only for a payload that is not from this sender.
   */
  parse(delivery: PluginDelivery, options: PluginOptions): readonly PluginOutcome[];
  /**
   * Returns the response to a stored delivery, for senders that expect a particular one; `undefined`: the usual 202.
   * Pure. It must be fast, because the sender waits for the response.
   */
  answer?(delivery: PluginDelivery, receipt: PluginReceipt, options: PluginOptions): PluginAnswer | undefined;
  /** Returns the response headers for an OPTIONS request, for senders that ask first whether they may send. Pure. */
  preflight?(request: PluginPreflight): Readonly<Record<string, string>> | undefined;
  /** Returns the request by which a delivery asks to be confirmed, if it does. Pure: the worker makes the request. */
  confirm?(delivery: PluginDelivery): PluginConfirmation | undefined;
  /**
   * Returns why a request is not authentic (it is then refused with 401); `undefined` if it is. For senders whose signature
   * scheme is not among those that a webhook can be configured for. Pure, no network. Must compare in constant time.
   */
  authenticate?(request: SignedRequest, options: PluginOptions): string | undefined;
  /**
   * Returns what an empty body is parsed as: `{}`, if the path says enough (`true`), or the query as a form (`'QUERY'`), for senders
   * that put all fields there. Otherwise it is refused (400).
   */
  takesEmptyBody?(path_suffix: string, query: Readonly<Record<string, string>>): boolean | 'QUERY';
}

/**
 * A plugin that parses outside this thread: in another process or over the network. It never delays another webhook.
 * As for {@link Plugin.parse}, the same input must give the same outcomes.
 */
export interface AsyncPlugin extends Omit<Plugin, 'parse' | 'recognises'> {
  /** @throws PluginUnavailableError if the delivery cannot be parsed at present. It waits and is retried. */
  parseAsync(
    delivery: PluginDelivery,
    options: PluginOptions,
    use?: DeliveryUse,
  ): Promise<readonly PluginOutcome[]>;
}

/** Whose delivery is parsed, and what it has used of its limits. All values of a body share it. */
export interface DeliveryUse {
  readonly domain_id: string;
  /** Milliseconds, counted by plugins that have such a limit. */
  usedMs: number;
}

export type AnyPlugin = Plugin | AsyncPlugin;

export function isAsync(plugin: AnyPlugin): plugin is AsyncPlugin {
  return 'parseAsync' in plugin;
}

/** Returns whether the plugin's own code runs in this process. True even if a sender verification makes the plugin async. */
export function runsHere(plugin: AnyPlugin): boolean {
  return 'parse' in plugin;
}

/** Returns the delivery with a form as it was posted, for plugins that may read nested names as flat ones. */
export function withFlatForm(delivery: PluginDelivery): PluginDelivery {
  const { flat_form } = delivery;
  return flat_form === undefined ? delivery : { ...delivery, body: flat_form, flat_form: undefined };
}
