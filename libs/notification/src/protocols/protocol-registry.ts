import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Json } from '#shared/kernel/json.js';
import { StartError } from '#shared/platform/lifecycle/explain-start-error.js';
import type { Protocol } from './protocol.js';

/** The protocols of this installation. */
export class ProtocolRegistry {
  private readonly protocols: ReadonlyMap<string, Protocol>;

  /** @throws StartError if two protocols have the same id */
  constructor(protocols: readonly Protocol[]) {
    const ids = protocols.map(({ protocol_id }) => protocol_id);
    const duplicate = ids.find((id, at) => ids.indexOf(id) !== at);
    if (duplicate !== undefined) throw new StartError(`PROTOCOLS: there are two protocols ${duplicate}`);
    this.protocols = new Map(protocols.map((protocol) => [protocol.protocol_id, protocol]));
  }

  get all(): readonly Protocol[] {
    return [...this.protocols.values()].toSorted((a, b) => (a.protocol_id < b.protocol_id ? -1 : 1));
  }

  find(protocol_id: string): Protocol | undefined {
    return this.protocols.get(protocol_id);
  }

  /** Returns whether the protocol sends only the newest state of a subject and never what that supersedes. */
  sendsOnlyNewest(protocol_id: string): boolean {
    return this.find(protocol_id)?.sendsEveryChange === false;
  }

  /** Returns whether such a subscription keeps a state for each alert at the receiver. */
  tracksAlerts(protocol_id: string, options: PluginOptions): boolean {
    const tracks = this.find(protocol_id)?.tracksAlerts ?? false;
    return typeof tracks === 'function' ? tracks(options) : tracks;
  }

  /** Returns the units that an attempt takes. @param progress what the last attempt of the notification left to be done */
  countUnits(protocol_id: string, options: PluginOptions, progress: Json | null = null): number {
    return this.find(protocol_id)?.countUnits?.(options, progress) ?? 1;
  }

  /** The documented rates of receivers, in requests a second, by protocol. */
  get rates(): ReadonlyMap<string, number> {
    return new Map(
      [...this.protocols.values()].flatMap(({ protocol_id, perSecond }) =>
        perSecond === undefined ? [] : [[protocol_id, perSecond]],
      ),
    );
  }

  /** Returns a protocol. @throws ERROR_INVALID_PARAMETER naming the known ones */
  require(protocol_id: string): Protocol {
    const found = this.protocols.get(protocol_id);
    const known = [...this.protocols.keys()].join(', ');
    if (found === undefined) throw DomainError.invalid('protocol_id', `must be one of ${known}`);
    return found;
  }
}
