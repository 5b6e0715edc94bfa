/**
 * @import { Plugin, PluginOutcome, PluginSample, PluginEvent } from 'tocsin/plugin'
 */

/**
 * What Watchtower calls its degrees, and what they are called here.
 * @type {Record<string, PluginEvent['severity']>}
 */
const SEVERITIES = { red: 'CRITICAL', amber: 'WARNING', blue: 'INFO' };

const DOCS = `# Watchtower

1. Create a webhook with \`plugin_id\` \`watchtower\` and copy its \`webhook_url\`.
2. In Watchtower, under **Outposts → Messengers**, add a messenger of kind _Post_ with that address.
3. Press **Send a test**: it is accepted and ignored, with the reason.

A beacon is one alarm: \`lit\` opens it, \`out\` closes it.
`;

/**
 * Payloads as Watchtower posts them, and what must become of them.
 * @type {PluginSample[]}
 */
const SAMPLES = [
  {
    name: 'a beacon is lit',
    body: '{"tower":"north","beacons":[{"id":"b-17","state":"lit","colour":"red","says":"Smoke","since":1782999999}]}',
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'north/b-17',
          event_type: 'ALERT',
          title: 'Smoke',
          severity: 'CRITICAL',
          resource: { resource_id: 'north', resource_type: 'tower', name: 'north' },
          occurred_at: new Date('2026-07-02T13:46:39.000Z'),
        },
      },
    ],
    incident: 'north/b-17',
  },
  {
    name: 'the same beacon is out',
    body: '{"tower":"north","beacons":[{"id":"b-17","state":"out","colour":"red","says":"Smoke","since":1783000099}]}',
    expect: [{ outcome: 'EVENT', event: { event_key: 'north/b-17', event_type: 'RECOVERY' } }],
    incident: 'north/b-17',
  },
  { name: 'a test', body: '{"tower":"north","test":true}', expect: [{ outcome: 'IGNORED' }] },
];

/**
 * From a delivery to outcomes, in the order of the payload. No clock, no network, no chance: the same delivery always
 * becomes the same. What is missing or of another type falls back; only what is not Watchtower's at all is an ERROR.
 * @type {Plugin['parse']}
 */
const parse = (delivery, options) => {
  /** @type {unknown} */
  const body = delivery.body;
  if (!isObject(body) || typeof body.tower !== 'string')
    return [
      { outcome: 'ERROR', pointer: '', reason: 'expected a message of Watchtower: an object with a tower' },
    ];
  if (body.test === true) return [{ outcome: 'IGNORED', pointer: '', reason: 'a test' }];
  const { tower } = body;
  const beacons = Array.isArray(body.beacons) ? body.beacons : [];
  return beacons.map((beacon, index) => outcomeOf(beacon, `/beacons/${index}`, tower, options));
};

/**
 * @param {unknown} beacon
 * @param {string} pointer
 * @param {string} tower
 * @param {Parameters<Plugin['parse']>[1]} options
 * @returns {PluginOutcome}
 */
function outcomeOf(beacon, pointer, tower, options) {
  if (!isObject(beacon) || typeof beacon.id !== 'string' || beacon.id === '')
    return { outcome: 'ERROR', pointer, reason: 'expected a beacon: an object with an id' };
  return {
    outcome: 'EVENT',
    event: {
      // What Watchtower itself pairs lit and out by.
      event_key: `${tower}/${beacon.id}`,
      event_type: beacon.state === 'out' ? 'RECOVERY' : 'ALERT',
      title: typeof beacon.says === 'string' && beacon.says !== '' ? beacon.says : `Beacon ${beacon.id}`,
      severity: SEVERITIES[beacon.colour] ?? 'NONE',
      resource: { resource_id: tower, resource_type: 'tower', name: tower },
      provider: 'watchtower',
      account: typeof options.realm === 'string' ? options.realm : null,
      occurred_at: instantOf(beacon.since),
      raw_data: beacon,
      pointer,
    },
  };
}

/**
 * Seconds since 1970, as Watchtower gives them.
 * @param {unknown} seconds
 */
function instantOf(seconds) {
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : null;
}

/**
 * @param {unknown} value
 * @returns {value is Readonly<Record<string, any>>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What a package named in `PLUGINS` must export. Older versions stay in the list beside the newest.
 * @type {Plugin[]}
 */
export const plugins = [
  {
    plugin_id: 'watchtower',
    version: '1.0.0',
    name: 'Watchtower',
    provider: 'watchtower',
    docs: DOCS,
    optionsSchema: {
      type: 'object',
      additionalProperties: false,
      properties: { realm: { type: 'string', description: 'What events have as their account' } },
    },
    samples: SAMPLES,
    parse,
  },
];
