import type { Tocsin } from '#client';
import { DEMO_DOMAIN as domain_id } from '../start/sign-in-link.js';
import { SOURCES, type SourceName } from './cast.js';

const MARK = { made_by: 'demo' };
const HISTORY = { history: 'written' };
/** The source on which it is remembered which subscriptions are of the demonstration: they have no tags. */
const KEEPER: SourceName = 'eu';
export const PEOPLE = ['ann', 'bob'] as const;
export type Person = (typeof PEOPLE)[number];
export const HEARTBEATS = ['nightly-backup', 'payments-import'] as const;

/** Where the sources of the demonstration post to. */
export type Addresses = Readonly<Record<SourceName, string>>;

interface Kind {
  readonly search:
    | 'searchWebhooks'
    | 'searchSubscriptions'
    | 'searchInhibitions'
    | 'searchEscalations'
    | 'searchOnCalls'
    | 'searchQuotas'
    | 'searchSilences';
  readonly create: 'createInhibition' | 'createEscalation' | 'createOnCall' | 'createQuota' | 'createSilence';
  readonly id: string;
  /** The field that identifies a record. */
  readonly name?: string;
  readonly query?: readonly object[];
}

const KINDS = {
  inhibition: { search: 'searchInhibitions', create: 'createInhibition', id: 'inhibition_id' },
  escalation: { search: 'searchEscalations', create: 'createEscalation', id: 'escalation_id' },
  onCall: { search: 'searchOnCalls', create: 'createOnCall', id: 'on_call_id' },
  quota: { search: 'searchQuotas', create: 'createQuota', id: 'quota_id', name: 'protocol_id' },
  silence: {
    ...{ search: 'searchSilences', create: 'createSilence', id: 'silence_id' },
    query: [{ k: 'state', v: 'EXPIRED', o: 'not' }],
  },
} as const satisfies Readonly<Record<string, Kind>>;

type Found = Readonly<Record<string, unknown>>;

async function find(
  tocsin: Tocsin,
  search: Kind['search'],
  filter: readonly object[],
): Promise<readonly Found[]> {
  const query = { filter } as never;
  const { results } = await tocsin.call(search, { body: { domain_id, query } });
  return results as readonly unknown[] as readonly Found[];
}

/** Returns the id of the record of this name, which is created if there is none. */
async function ensure(tocsin: Tocsin, kind: Kind, body: Found): Promise<string> {
  const { search, create, id, name = 'name', query = [] } = kind;
  const [known] = await find(tocsin, search, [{ k: name, v: body[name], o: 'eq' }, ...query]);
  const record = known ?? (await tocsin.call(create, { body: { domain_id, ...body } as never }));
  return String((record as Found)[id]);
}

/**
 * Returns the webhooks of the demonstration. Those who use its domain may have added others, even of the same names: the tags tell them
 * apart.
 */
async function findSources(tocsin: Tocsin): Promise<ReadonlyMap<SourceName, Found>> {
  const sources = Object.entries(SOURCES) as [SourceName, { readonly name: string }][];
  const names = sources.map(([, { name }]) => name);
  const webhooks = await find(tocsin, 'searchWebhooks', [{ k: 'name', v: names, o: 'in' }]);
  const own = webhooks.filter((webhook) => getTags(webhook)['made_by'] === MARK.made_by);
  return new Map(
    sources.flatMap(([source, { name }]) => {
      const webhook = own.find((each) => each['name'] === name);
      return webhook === undefined ? [] : [[source, webhook] as const];
    }),
  );
}

const getTags = (webhook: Found | undefined) => (webhook?.['tags'] ?? {}) as Readonly<Record<string, string>>;

/** Remembers what is done, so that the next start neither repeats nor leaves out anything. */
async function addTags(tocsin: Tocsin, source: SourceName, more: Readonly<Record<string, string>>) {
  const webhook = (await findSources(tocsin)).get(source);
  await tocsin.call('updateWebhook', {
    path: { webhook_id: String(webhook?.['webhook_id']) },
    body: { domain_id, tags: { ...getTags(webhook), ...more } },
  });
}

/** @throws if the domain has records, but none of the demonstration */
export async function requireOwnDomain(tocsin: Tocsin): Promise<void> {
  if ((await findSources(tocsin)).size > 0) return;
  for (const [kind, search] of [
    ['webhook', 'searchWebhooks'],
    ['subscription', 'searchSubscriptions'],
  ] as const) {
    const [other] = await find(tocsin, search, []);
    if (other !== undefined)
      throw new Error(
        `The domain ${domain_id} has records that are not of the demonstration, such as the ${kind} "${String(other['name'])}". ` +
          'Choose another folder with DATA_DIR, or another database.',
      );
  }
}

interface Source {
  readonly source: SourceName;
  readonly webhook_id: string;
}

/**
 * Returns the addresses of the sources, and those whose history is not written yet, or not wholly. Webhooks that exist get a new key:
 * nothing stores the old one.
 */
export async function ensureWebhooks(
  tocsin: Tocsin,
  url: string,
): Promise<{ readonly addresses: Addresses; readonly unwritten: readonly Source[] }> {
  const stored = await findSources(tocsin);
  const entries: [string, string][] = [];
  const unwritten: Source[] = [];
  for (const [source, { name, plugin_id, labels }] of Object.entries(SOURCES)) {
    const known = stored.get(source as SourceName);
    const { webhook_id, webhook_url } =
      known === undefined
        ? await tocsin.call('createWebhook', {
            body: {
              ...{
                domain_id,
                name,
                project_id: 'shop',
                tags: MARK,
                settings: { labels, flap: { count: 5, window: 3_600 } },
              },
              plugin_info: { plugin_id },
            },
          })
        : await tocsin.call('rotateWebhookAccessKey', {
            path: { webhook_id: String(known['webhook_id']) },
            body: { domain_id, end_grace: true },
          });
    entries.push([source, `${url}${String(webhook_url).replace(/^.*?(?=\/monitoring\/v1\/)/, '')}`]);
    if (getTags(known)['history'] !== HISTORY.history)
      unwritten.push({ source: source as SourceName, webhook_id: String(webhook_id) });
  }
  return { addresses: Object.fromEntries(entries) as Addresses, unwritten };
}

/** Remembers that the history of a source is written. */
export const markHistory = (tocsin: Tocsin, source: SourceName): Promise<void> =>
  addTags(tocsin, source, HISTORY);

export async function ensureHeartbeats(tocsin: Tocsin): Promise<void> {
  const webhook_id = (await findSources(tocsin)).get('eu')?.['webhook_id'];
  const terms = {
    'nightly-backup': { expect_every: '1d', grace: '1h' },
    'payments-import': { expect_every: '1m', grace: '20s' },
  };
  for (const name of HEARTBEATS)
    await tocsin.call('putHeartbeat', {
      path: { webhook_id: String(webhook_id), name },
      body: { domain_id, ...terms[name], severity: 'ERROR' } as never,
    });
}

/**
 * Creates who is told, when, and when not. What somebody else has created under the same name stays as it is.
 * @param receiver the address of the receiver, which is another one after each start
 */
export async function ensureReceivers(tocsin: Tocsin, receiver: string): Promise<void> {
  const own = getTags((await findSources(tocsin)).get(KEEPER));
  const subscribe = async (name: string, protocol_id: keyof typeof OPTIONS, more: object = {}) => {
    const options = OPTIONS[protocol_id](receiver, name);
    const tag = `subscription ${name}`;
    const [known] = await find(tocsin, 'searchSubscriptions', [{ k: 'name', v: name, o: 'eq' }]);
    if (known === undefined) {
      const protocol = protocol_id === 'refusing' ? 'webhook' : protocol_id;
      const { subscription_id } = await tocsin.call('createSubscription', {
        body: { domain_id, name, protocol_id: protocol, options, ...more } as never,
      });
      await addTags(tocsin, KEEPER, { [tag]: String(subscription_id) });
      return String(subscription_id);
    }
    const subscription_id = String(known['subscription_id']);
    if (own[tag] === subscription_id)
      await tocsin.call('updateSubscription', {
        path: { subscription_id },
        body: { domain_id, options: options as never },
      });
    return subscription_id;
  };
  const team = (name: string) => ({ filter: `labels.team = "${name}" and labels.env = "prod"` });
  await subscribe('#checkout', 'mattermost', team('checkout'));
  await subscribe('#database', 'mattermost', {
    ...team('database'),
    group: { by: ['rule'], wait: 20, interval: 300 },
  });
  await subscribe('Platform team', 'ntfy', team('platform'));
  await subscribe('Network log', 'webhook', team('network'));
  await subscribe('#staging', 'mattermost', { filter: 'labels.env = "staging"' });
  await subscribe('#payments', 'mattermost', team('payments'));
  await subscribe('Incident tool', 'refusing', { filter: 'severity = CRITICAL' });

  const byStep = { trigger: 'ESCALATION' };
  const members = [
    { name: 'Ann', subscription_id: await subscribe("Ann's phone", 'ntfy', byStep) },
    { name: 'Bob', subscription_id: await subscribe("Bob's phone", 'ntfy', byStep) },
  ];
  const lead = await subscribe('Team lead', 'ntfy', byStep);
  const fallback = await subscribe('Head of engineering', 'ntfy', byStep);
  const on_call = await ensure(tocsin, KINDS.onCall, {
    ...{ name: 'Shop on call', timezone: 'Europe/Berlin', members },
    rotation: { shift: '1w', handoff: { time: '09:00' } },
  });
  await ensure(tocsin, KINDS.escalation, {
    ...{ name: 'Critical in production', filter: 'severity = CRITICAL and labels.env = "prod"', fallback },
    steps: [
      { after: 0, on_call },
      { after: 120, subscriptions: [lead] },
    ],
    repeat: { times: 2, every: 600 },
  });
  await ensure(tocsin, KINDS.inhibition, {
    ...{ name: 'An unreachable cluster explains its nodes', wait: 10, settle: 30 },
    source: 'rule = "KubeClusterUnreachable"',
    target: 'rule = "KubeNodeNotReady"',
    equal: ['labels.cluster'],
  });
  await ensure(tocsin, KINDS.silence, {
    ...{ name: 'Rebuild of db-3', reason: 'The disk is replaced', ends_at: 'now + 8h' },
    filter: 'labels.team = "database" and resource.name contains "db-3"',
  });
  for (const [protocol_id, day] of Object.entries({ mattermost: 2_000, ntfy: 500, webhook: 1_000 }))
    await ensure(tocsin, KINDS.quota, { protocol_id, limit: { day } });
}

const OPTIONS = {
  mattermost: (url: string, name: string) => ({ url: `${url}/mattermost/${encodeURIComponent(name)}` }),
  ntfy: (url: string, name: string) => ({
    server_url: `${url}/ntfy/${encodeURIComponent(name)}`,
    topic: 'alerts',
  }),
  webhook: (url: string, name: string) => ({ url: `${url}/webhook/${encodeURIComponent(name)}` }),
  refusing: (url: string, name: string) => ({ url: `${url}/refusing/${encodeURIComponent(name)}` }),
};

/** Returns new keys of the people, in the place of those of an earlier start. */
export async function createKeys(tocsin: Tocsin): Promise<Readonly<Record<Person, string>>> {
  const name = 'demonstration';
  const { results } = await tocsin.call('searchApiKeys', {
    body: { domain_id, query: { filter: [{ k: 'name', v: name, o: 'eq' }] } },
  });
  for (const { api_key_id } of results)
    await tocsin.call('deleteApiKey', { path: { api_key_id: String(api_key_id) }, query: { domain_id } });
  const keys: [string, string][] = [];
  for (const user_id of PEOPLE) {
    const { api_key } = await tocsin.call('createApiKey', {
      body: { domain_id, user_id, name, role: 'MEMBER' },
    });
    keys.push([user_id, String(api_key)]);
  }
  return Object.fromEntries(keys) as Record<Person, string>;
}
