import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallFailedError, CallRefusedError } from '../application/sender-verification.js';
import { HttpsSnsClient } from './https-sns-client.js';

let server: Server;
let port: number;
let pem: string;
/** The paths that were requested from the server. */
const asked: string[] = [];
let connections = 0;

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
  });
  pem = cert;
  server = createServer({ key, cert }, (request, response) => {
    asked.push(request.url ?? '');
    const [, status = '200'] = request.url?.split('/') ?? [];
    if (status === 'long') return void response.end('x'.repeat(200_000));
    if (status === 'pem') return void response.end(pem);
    return void response.writeHead(Number(status), { location: '/200/redirected' }).end('hello');
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('calls to hosts of senders', () => {
  it('are refused for private and reserved addresses, in any notation', async () => {
    const calls = new HttpsSnsClient();
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
      '10.0.0.1',
      '192.168.1.1',
      '172.16.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '[fe80::1]',
      '[fd00::1]',
      '168.63.129.16',
      '[::127.0.0.1]',
      '[::ffff:0:127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      '[64:ff9b:1::10.0.0.1]',
      '[2002:7f00:1::]',
      '[2001:0:1::1]',
      '192.0.0.192',
      '198.18.0.1',
      '[fd00:ec2::254]',
      '[fec0::1]',
      '[ff02::1]',
    ]) {
      const call = calls.get(`https://${host}:${port}/200`);
      await expect(call, host).rejects.toThrow(CallRefusedError);
      await expect(call, host).rejects.toThrow(/private|not called/);
    }
    expect([connections, asked]).toEqual([0, []]);
  });

  it('are made by https only', async () => {
    await expect(new HttpsSnsClient().get('http://sns.us-east-1.amazonaws.com/')).rejects.toThrow(
      'only https',
    );
  });

  it('fail for now where the name is unknown', async () => {
    await expect(new HttpsSnsClient().get('https://nobody.invalid/')).rejects.toThrow(CallFailedError);
  });
});

describe('answered calls to hosts of senders', () => {
  const here = () => new HttpsSnsClient(new Agent({ rejectUnauthorized: false }));
  const at = (path: string) => `https://127.0.0.1:${port}/${path}`;

  it('do not follow a redirect', async () => {
    asked.length = 0;
    await expect(here().get(at('302'))).rejects.toThrow(
      new CallRefusedError("the sender's host answered 302"),
    );
    expect(asked).toEqual(['/302']);
  });

  it('fail temporarily with 5xx or 429, and are refused with other 4xx or if too long', async () => {
    await expect(here().get(at('200'))).resolves.toBeUndefined();
    for (const status of ['500', '503', '429'])
      await expect(here().get(at(status))).rejects.toThrow(CallFailedError);
    for (const status of ['400', '403', '404'])
      await expect(here().get(at(status))).rejects.toThrow(CallRefusedError);
    await expect(here().get(at('long'))).rejects.toThrow('the answer is too long');
  });

  it('return a certificate that is fetched once, and refuse any other content', async () => {
    const calls = here();
    asked.length = 0;
    const [first, second] = [
      await calls.fetchCertificate(at('pem')),
      await calls.fetchCertificate(at('pem')),
    ];
    expect(first).toBe(second);
    expect(first.toString().replaceAll(/\s/g, '')).toBe(pem.replaceAll(/\s/g, ''));
    expect(asked).toEqual(['/pem']);
    await expect(calls.fetchCertificate(at('200'))).rejects.toThrow('no certificate');
  });

  it('fail without a trusted TLS certificate', async () => {
    await expect(new HttpsSnsClient(new Agent()).get(at('200'))).rejects.toThrow(CallFailedError);
  });
});
