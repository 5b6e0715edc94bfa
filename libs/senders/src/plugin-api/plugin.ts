import type { Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from './event.js';

/** What a monitoring system posted, as a plugin sees it. */
export interface PluginDelivery {
  /** The body read: JSON (numbers a double cannot hold as `{rawJSON}`), a form as an object of strings, else a string. */
  readonly body: Json;
  /** Only the headers the plugin names in {@link Plugin.headers}, `content-type` and `user-agent`; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content_type: string;
  readonly query: Readonly<Record<string, string>>;
  /** What followed `/events` in the path, without the leading slash; empty as a rule. */
  readonly path_suffix: string;
  /** When the delivery arrived: the only clock a plugin may know. */
  readonly received_at: Date;
}

/** An alarm in the fields of the event schema. Everything a plugin leaves out is filled in: `NONE`, `null`, `{}`. */
export interface PluginEvent {
  /** What the sender itself uses to pair firing and resolved. Never a time, never a random value. */
  readonly event_key: string;
  readonly event_type: EventType;
  readonly title: string;
  readonly description?: string;
  /** Left out where the sender states none: then the webhook's `default_severity` says it. */
  readonly severity?: Severity | undefined;
  /** The sender's own word for how things stand, e.g. `DOWN`; read where no severity is stated, never stored. */
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
  /** The sender's time of the change; `null` only where the payload has none. */
  readonly occurred_at?: Date | null;
  /** `start`: `occurred_at` is when the problem began, though this tells its end. Such a time orders nothing. */
  readonly occurred_at_is?: 'change' | 'start';
  readonly additional_info?: Readonly<Record<string, Json>>;
  /** The part of the payload this event came from. */
  readonly raw_data: Json;
  /** JSON pointer of that part in the body: it identifies the alarm whatever the plugin's version counts. */
  readonly pointer: string;
}

/** Somebody took an alarm, or put it back, in the sender's own system. It is no event: the alert of this key is marked. */
export interface PluginAcknowledgement {
  /** The one that the events of the alarm have. */
  readonly event_key: string;
  /** `false`: taken back. */
  readonly acknowledged: boolean;
  /** The sender's user, by name; `null` where the payload has none. */
  readonly by: string | null;
  readonly comment: string | null;
  /** The sender's time of the acknowledgement, not of the problem; `null` where the payload has none. */
  readonly occurred_at: Date | null;
  /** As that of an event. */
  readonly pointer: string;
}

/** What the sender of a delivery that is on disk is told. */
export interface PluginReceipt {
  readonly delivery_id: string;
  readonly received_at: Date;
}

/** An answer in the sender's own form; the body is sent as JSON. */
export interface PluginAnswer {
  /** A success: the delivery was accepted. */
  readonly status: number;
  readonly body: Readonly<Record<string, Json>>;
}

/** A sender asks by OPTIONS whether it may send at all. */
export interface PluginPreflight {
  /** All of the request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Deliveries a minute that the webhook takes; `null`: any number. */
  readonly max_rate: number | null;
}

/** A call that a sender wants to get before it sends alarms. */
export interface PluginConfirmation {
  /** Called once with GET, without following redirects, and never at a private address. */
  readonly url: string;
  /** The sender's own hosts: the whole host name must match. */
  readonly hosts: RegExp;
  /** Whose signature the delivery must carry for the call to be made; `null`: the host says enough. */
  readonly signed_by: 'SNS' | null;
}

/** A request as it came off the wire, for the check of a signature. */
export interface SignedRequest {
  /** All of the request, names in lower case; none of them is kept unless {@link Plugin.headers} names it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without its Content-Encoding. */
  readonly body: Buffer;
  readonly received_at: Date;
}

interface ReadOtherwise {
  /** Set by the service, never by a plugin: why the webhook's own plugin could not read what plugin `auto` then read. */
  readonly fallback?: string;
}

export type PluginOutcome =
  | ({ readonly outcome: 'EVENT'; readonly event: PluginEvent } & ReadOtherwise)
  | ({ readonly outcome: 'ACKNOWLEDGED'; readonly acknowledgement: PluginAcknowledgement } & ReadOtherwise)
  | ({ readonly outcome: 'IGNORED'; readonly pointer: string; readonly reason: string } & ReadOtherwise)
  | { readonly outcome: 'ERROR'; readonly pointer: string; readonly reason: string };

/** A payload as the sender documents it, and what must become of it: run by verify, by the docs and by the tests. */
export interface PluginSample {
  readonly name: string;
  readonly content_type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the plugin is asked with; none where they are left out. */
  readonly options?: PluginOptions;
  /** The body as text, exactly as it is posted. */
  readonly body: string;
  /** In the order of the payload; only the fields named are compared. */
  readonly expect: readonly (
    | ({ readonly outcome: 'EVENT' } & { readonly event: Partial<PluginEvent> })
    | { readonly outcome: 'ACKNOWLEDGED'; readonly acknowledgement: Partial<PluginAcknowledgement> }
    | { readonly outcome: 'IGNORED' | 'ERROR' }
  )[];
  /** Samples with the same value must have the same event_key. */
  readonly incident?: string;
}

export type PluginOptions = Readonly<Record<string, Json>>;

export interface PluginCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
}

/** An option that a plugin cannot work with although it matches the schema. */
export interface OptionProblem {
  /** Path within the options, e.g. `fields.title`. */
  readonly option: string;
  /** What is wrong and what would be right. */
  readonly reason: string;
}

/**
 * One version of an integration with one sender. Released versions stay in the registry.
 *
 * A package that is named in the setting `PLUGINS` exports `plugins`, a list of these.
 */
export interface Plugin {
  /** 1 to 64 characters of a-z, 0-9 and `-`; what a webhook names in `plugin_info.plugin_id`. */
  readonly plugin_id: string;
  /** semver. What changes the events a payload becomes is another version, and the one before stays beside it. */
  readonly version: string;
  /** For people, as the sender writes itself. */
  readonly name: string;
  /** What events carry as `provider` where the payload does not say better. */
  readonly provider: string;
  /** Markdown: how to set the sender up. */
  readonly docs: string;
  /**
   * JSON Schema 2020-12 of an object with `additionalProperties: false`. A property marked `writeOnly` is a secret:
   * encrypted at rest, never shown.
   */
  readonly optionsSchema: Readonly<Record<string, unknown>>;
  readonly samples: readonly PluginSample[];
  /**
   * Names, in lower case, of request headers the plugin reads; they are kept with the delivery. `:method` is what a
   * request below `/events/v2/alerts` was made by, where that is not POST.
   */
  readonly headers?: readonly string[];
  /** The option with an address that the plugin connects to: only who may change webhooks may try out one. */
  readonly connectsTo?: string;
  /**
   * How sure it is, from 0 (not this sender) to 1, that the shape of a delivery is this sender's: a look at a few
   * fields and headers, never a parse. Plugin `auto` asks every sender and hands over to the surest; a plugin
   * without it is never chosen. Pure, as `parse`. Most are `shaped(...)` of the reading vocabulary.
   */
  recognises?(delivery: PluginDelivery): number;
  /**
   * What the schema cannot say of options; asked whenever they are given. Nothing when they are right.
   * Secrets are in the clear; a reason must not repeat one.
   */
  checkOptions?(options: PluginOptions): readonly OptionProblem[] | Promise<readonly OptionProblem[]>;
  /** What only a try can tell, e.g. whether another service answers. Run by the worker, beside the samples. */
  verify?(options: PluginOptions): readonly PluginCheck[] | Promise<readonly PluginCheck[]>;
  /**
   * Turns a delivery into outcomes in the order of the payload. Pure: no I/O, no clock but `received_at`.
   * A field that is missing or of another type falls back; only a payload that is not the sender's is an ERROR.
   */
  parse(delivery: PluginDelivery, options: PluginOptions): readonly PluginOutcome[];
  /**
   * The answer to a delivery that is on disk, for senders that expect one of their own; `undefined`: the usual 202.
   * Pure, and quick: the sender waits for it.
   */
  answer?(delivery: PluginDelivery, receipt: PluginReceipt, options: PluginOptions): PluginAnswer | undefined;
  /** The headers of the answer to OPTIONS, where this sender asks so whether it may send. Pure. */
  preflight?(request: PluginPreflight): Readonly<Record<string, string>> | undefined;
  /** The call that this delivery asks for, if it asks for one. Pure: the worker makes it, once. */
  confirm?(delivery: PluginDelivery): PluginConfirmation | undefined;
  /**
   * Why a request is refused (401) by a check of the plugin's own; `undefined`: it is authentic. Pure, no network;
   * compares in constant time. For senders whose signature is none of those that a webhook can be set to.
   */
  authenticate?(request: SignedRequest, options: PluginOptions): string | undefined;
  /** Whether the path says so much that an empty body is read as `{}`; elsewhere it is refused (400). */
  takesEmptyBody?(path_suffix: string): boolean;
}

/**
 * A plugin whose parsing takes place elsewhere, in a thread or over the network. It never holds up another webhook.
 * As {@link Plugin.parse} it gives the same for the same input.
 */
export interface AsyncPlugin extends Omit<Plugin, 'parse' | 'recognises'> {
  /** @throws PluginUnavailableError when nothing can be said now: the delivery waits and is tried again */
  parseAsync(delivery: PluginDelivery, options: PluginOptions): Promise<readonly PluginOutcome[]>;
}

export type AnyPlugin = Plugin | AsyncPlugin;

export function isAsync(plugin: AnyPlugin): plugin is AsyncPlugin {
  return 'parseAsync' in plugin;
}

/** Whether its code runs in the process that asks it, wherever what is checked before it is looked up. */
export function runsHere(plugin: AnyPlugin): boolean {
  return 'parse' in plugin;
}

/** The plugin is there but out of reach for now. Its message is shown in the webhook's health. */
export class PluginUnavailableError extends Error {
  /** What a log may say of it: words of strangers can hold what was sent to them. */
  readonly logged: string;

  /**
   * @param retryAfterMs when trying again makes sense
   * @param said in the words of whoever is away
   */
  constructor(
    message: string,
    readonly retryAfterMs: number,
    said = '',
  ) {
    super(said === '' ? message : `${message}: ${said}`);
    this.logged = message;
    this.name = 'PluginUnavailableError';
  }
}
