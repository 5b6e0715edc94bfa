import { Injectable } from '@nestjs/common';
import { StoredEvents, type EventKey } from '#monitoring/contracts/stored-events.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import {
  isAlertNotice,
  withEvent,
  type AlertNotice,
  type StoredMessage,
} from '../../protocols/sent-message.js';
import type { ClaimedAttempt } from './ports/attempt-log.js';

/** Returns the message of an attempt as it is sent. @throws if the events could not be read */
export type FindSentMessage = (claimed: ClaimedAttempt) => Promise<StoredMessage>;

/** Adds to messages the events that made the changes, for the protocols and templates that pass them on. */
@Injectable()
export class ClaimedEvents {
  constructor(
    private readonly protocols: ProtocolRegistry,
    private readonly events: StoredEvents,
  ) {}

  /**
   * Begins to read the events of all attempts of a claim, with one statement. Only the attempts that send them wait for it, not the
   * next claim.
   */
  read(attempts: readonly ClaimedAttempt[]): FindSentMessage {
    const reading = this.events.find(
      attempts.flatMap((claimed) => (this.isSent(claimed) ? findEventKey(claimed.message) : [])),
    );
    // Each attempt that waits for it gets the error.
    reading.catch(() => undefined);
    return async ({ message, ...claimed }) => {
      if (!isAlertNotice(message) || !this.isSent(claimed)) return message;
      const { event_id } = message.data.change;
      return withEvent(message, event_id === null ? null : ((await reading).get(event_id) ?? null));
    };
  }

  private isSent({ protocol_id, template }: Pick<ClaimedAttempt, 'protocol_id' | 'template'>): boolean {
    return template !== null || this.protocols.find(protocol_id)?.sendsEvent === true;
  }
}

function findEventKey(message: StoredMessage): EventKey[] {
  if (!isAlertNotice(message)) return [];
  const { alert, change }: AlertNotice['data'] = message.data;
  return change.event_id === null ? [] : [{ domain_id: alert.domain_id, event_id: change.event_id }];
}
