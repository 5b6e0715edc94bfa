import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BUILT_IN_PLUGINS,
  parseDelivery,
  parseDeliveryBody,
  PluginRegistry,
  type PluginOutcome,
} from '#monitoring';
import { until } from './client.js';
import { startIcinga } from './icinga.js';
import type { MonitoringCore } from './monitoring-core.js';
import { startNagios } from './nagios.js';
import { hasProgram } from './requirements.js';

const CORES = [
  { plugin_id: 'icinga', program: 'icinga2', remedy: 'apt-get install icinga2-bin', start: startIcinga },
  { plugin_id: 'nagios', program: 'nagios4', remedy: 'apt-get install nagios4-core', start: startNagios },
] as const;
const installed = hasProgram('curl', 'apt-get install curl')
  ? CORES.filter(({ program, remedy }) => hasProgram(program, remedy))
  : [];
const plugins = new PluginRegistry(BUILT_IN_PLUGINS);

describe.each(installed)('real $program, set up by its guide', ({ plugin_id, start }) => {
  const outcomes: PluginOutcome[] = [];
  const server = createServer((request, response) => {
    void outcomesOf(plugin_id, request).then((read) => {
      outcomes.push(...read);
      response.writeHead(202).end();
    });
  });
  let core: MonitoringCore | undefined;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    core = await start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await core?.stop();
    server.close();
  });

  it('sends acknowledgements with author and comment', async () => {
    const before = Date.now() - 1000;
    await core?.command('PROCESS_SERVICE_CHECK_RESULT;db-1;load;2;busy');
    await until(
      async () => outcomes,
      (read) => read.some(({ outcome }) => outcome === 'EVENT'),
    );
    await core?.command('ACKNOWLEDGE_SVC_PROBLEM;db-1;load;1;1;0;ann;I am looking');
    const [taken] = await until(
      async () => outcomes.flatMap((one) => (one.outcome === 'ACKNOWLEDGED' ? one.acknowledgement : [])),
      ({ length }) => length > 0,
    );
    expect(taken).toMatchObject({
      event_key: 'db-1!load',
      acknowledged: true,
      by: 'ann',
      comment: 'I am looking',
    });
    expect(taken?.occurred_at?.getTime()).toBeGreaterThan(before);
  });
});

async function outcomesOf(plugin_id: string, request: IncomingMessage): Promise<readonly PluginOutcome[]> {
  const content_type = request.headers['content-type'] ?? '';
  const read = parseDeliveryBody(Buffer.from(await text(request)), content_type);
  const plugin = plugins.get(plugin_id);
  if (!read.ok) throw new Error(read.reason);
  const delivery = { body: read.body, content_type, headers: {}, query: {}, path_suffix: '' };
  return parseDelivery(plugin, { ...delivery, received_at: new Date() }, {});
}
