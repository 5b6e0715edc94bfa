import type { OutgoingHttp } from '../libs/notification/src/protocols/outgoing-http.js';
import type { PagerDutyEvent } from './chat-receivers.js';
import { opsgenieWebhook, pagerDutyWebhook, signPagerDuty, type OpsgenieAction } from './inbound-webhooks.js';
import { OpsgenieAccount } from './receivers/opsgenie.js';
import { incidentsOf } from './receivers/pagerduty.js';

export type Deed = 'acknowledge' | 'unacknowledge' | 'resolve';

/** A webhook of a receiver that was not delivered yet. */
export interface Emitted {
  readonly from: 'pager' | 'genie';
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly deed: Deed;
  readonly by: 'person' | 'mirror' | 'service';
  /** Milliseconds since the epoch. */
  readonly at: number;
}

type State = 'open' | 'acknowledged' | 'closed';
const DEEDS: Readonly<Record<State, Deed>> = {
  open: 'unacknowledge',
  acknowledged: 'acknowledge',
  closed: 'resolve',
};
const PAGER_WORDS = {
  acknowledge: 'acknowledged',
  unacknowledge: 'unacknowledged',
  resolve: 'resolved',
} as const;
const GENIE_WORDS: Readonly<Record<Deed, OpsgenieAction>> = {
  acknowledge: 'Acknowledge',
  unacknowledge: 'UnAcknowledge',
  resolve: 'Close',
};
/** What a person does to an incident, as an event of the Events API would. PagerDuty has none to give it back. */
const EVENT_ACTIONS = { acknowledge: 'acknowledge', resolve: 'resolve' } as const;

/** Both receivers of one alert. Whatever changes there is emitted as a webhook. */
export class MirroredReceivers {
  readonly emitted: Emitted[] = [];
  /** The requests that the service has made, by receiver. */
  readonly requests = { pager: 0, genie: 0 };
  private readonly events: (PagerDutyEvent | { readonly unacknowledged: string })[] = [];
  private readonly account = new OpsgenieAccount('key');

  readonly http = {
    refusal: async () => undefined,
    hostRefusal: () => undefined,
    post: async (
      url: string,
      headers: Record<string, string>,
      sent: Buffer | string,
      _: unknown,
      method = 'POST',
    ) => {
      const { status, body } = url.includes('/v2/alerts')
        ? this.takeByGenie(url, headers, sent.toString(), method)
        : this.takeByPager(JSON.parse(sent.toString()) as PagerDutyEvent);
      const text = JSON.stringify(body);
      return { status, retryAfter: undefined, body: text, text };
    },
  } as unknown as OutgoingHttp;

  /** The states of the incidents and of the alerts that are not closed. */
  open(): { readonly pager: readonly State[]; readonly genie: readonly State[] } {
    return {
      pager: [...this.pagerStates().values()].filter((state) => state !== 'closed'),
      genie: this.account.open().map(({ state }) => state),
    };
  }

  /** Does something to what is open at a receiver, as a person or the mirror. Does nothing if nothing is, or it is so already. */
  act(at: 'pager' | 'genie', deed: Deed, by: 'person' | 'mirror'): void {
    if (at === 'pager')
      this.watchPager(by, () => {
        const [key] = [...this.pagerStates()].findLast(([, state]) => state !== 'closed') ?? [];
        if (key === undefined) return;
        if (deed === 'unacknowledge') this.events.push({ unacknowledged: key });
        else
          this.events.push({
            routing_key: '',
            dedup_key: key,
            event_action: EVENT_ACTIONS[deed],
          } as PagerDutyEvent);
      });
    else
      this.watchGenie(by, () => {
        const alert = this.account.open().at(-1);
        if (alert === undefined) return;
        if (deed === 'resolve') alert.state = 'closed';
        else if (deed === 'acknowledge') alert.state = 'acknowledged';
        else alert.state = 'open';
      });
  }

  private takeByPager(event: PagerDutyEvent) {
    this.requests.pager += 1;
    this.watchPager('service', () => void this.events.push(event));
    return { status: 202, body: { status: 'success' } };
  }

  private takeByGenie(url: string, headers: Record<string, string>, text: string, method: string) {
    this.requests.genie += 1;
    const { pathname, search } = new URL(url);
    let answer = { status: 500, body: {} };
    this.watchGenie('service', () => {
      answer = this.account.accept({
        ...{ method, path: pathname + search, authorization: headers['authorization'], text },
      });
      this.account.process();
    });
    return answer;
  }

  private watchPager(by: Emitted['by'], change: () => void): void {
    const before = this.pagerStates();
    change();
    for (const [key, state] of this.pagerStates()) {
      if (!before.has(key) || before.get(key) === state) continue;
      const deed = DEEDS[state];
      const at = Date.now();
      const agent = { type: 'user_reference', id: by, summary: by };
      const text = pagerDutyWebhook(key, PAGER_WORDS[deed], {
        occurred_at: new Date(at).toISOString(),
        agent: by === 'service' ? null : agent,
      });
      this.emitted.push({ from: 'pager', text, headers: signPagerDuty(text), deed, by, at });
    }
  }

  private watchGenie(by: Emitted['by'], change: () => void): void {
    const before = new Map(this.account.alerts.map((alert) => [alert, alert.state]));
    change();
    for (const alert of this.account.alerts) {
      const was = before.get(alert);
      if (was === undefined || was === alert.state) continue;
      const deed = DEEDS[alert.state];
      const at = Date.now();
      const text = opsgenieWebhook(alert.alias, GENIE_WORDS[deed], {
        type: by === 'service' ? 'API' : 'web',
        username: by,
      });
      this.emitted.push({ from: 'genie', text, headers: {}, deed, by, at });
    }
  }

  /** By key of the last incident with it. An acknowledgement that was given back leaves the incident open. */
  private pagerStates(): Map<string, State> {
    const states = new Map<string, State>();
    const [known, given]: [PagerDutyEvent[], Map<string, number>] = [[], new Map()];
    for (const event of this.events) {
      if ('unacknowledged' in event) given.set(event.unacknowledged, known.length);
      else known.push(event);
    }
    for (const { dedup_key, state } of incidentsOf(known)) {
      const isGivenBack = !known
        .slice(given.get(dedup_key) ?? 0)
        .some((event) => event.dedup_key === dedup_key && event.event_action === 'acknowledge');
      if (state === 'resolved') states.set(dedup_key, 'closed');
      else states.set(dedup_key, state === 'acknowledged' && !isGivenBack ? 'acknowledged' : 'open');
    }
    return states;
  }
}
