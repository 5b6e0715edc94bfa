import { describe, expect, it } from 'vitest';
import { selectStoredHeaders } from './stored-headers.js';

describe('the headers that are stored', () => {
  const request = {
    'content-type': 'text/plain',
    'user-agent': 'curl',
    'x-source': 'dc-1',
    'x-tags': ['a', 'b'],
  };

  it('are those that the plugin lists', () => {
    expect(selectStoredHeaders({ headers: ['x-source'] }, { ...request, authorization: 'Bearer s' })).toEqual(
      {
        'content-type': 'text/plain',
        'user-agent': 'curl',
        'x-source': 'dc-1',
      },
    );
    expect(
      selectStoredHeaders(
        { headers: ['authorization', ':heartbeat'] },
        { authorization: 's', ':heartbeat': 'x' },
      ),
    ).toEqual({});
  });

  it('contain how often a notification was passed on', () => {
    const hops = { 'tocsin-hops': '2' };
    expect(selectStoredHeaders({}, hops)).toEqual(hops);
    expect(selectStoredHeaders({ headers: 'ALL' }, hops)).toEqual(hops);
  });

  it('are all for a plugin that asks for all', () => {
    expect(
      selectStoredHeaders(
        { headers: 'ALL' },
        { ...request, 'idempotency-key': 'i-1', 'x-event-key': 'push' },
      ),
    ).toEqual({
      ...request,
      'x-tags': 'a, b',
      'idempotency-key': 'i-1',
      'x-event-key': 'push',
    });
  });

  it.each([
    'authorization',
    'proxy-authorization',
    'cookie',
    'x-api-key',
    'api-key',
    'x-apikey',
    'apikey',
    'x-gitlab-token',
    'x-auth-token',
    'x-auth',
    'x-amz-security-token',
    'x-hub-signature-256',
    'webhook-signature',
    'x-secret',
    'x-webhook-password',
    'ssl-client-cert',
    'x-session-id',
    'x-access-key',
    'dd-api-key',
    'genie-key',
    ':heartbeat',
    ':method',
  ])('never include %s', (name) => {
    expect(selectStoredHeaders({ headers: 'ALL' }, { [name]: 'secret' })).toEqual({});
  });

  it('never include the header that signs the requests of the webhook', () => {
    expect(selectStoredHeaders({ headers: 'ALL' }, { 'x-check': 'secret', 'x-a': 'b' }, 'X-Check')).toEqual({
      'x-a': 'b',
    });
  });

  it('are limited in number and size', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x-${at}`, 'a']));
    expect(Object.keys(selectStoredHeaders({ headers: 'ALL' }, many))).toHaveLength(50);
    const long = { 'x-a': 'a'.repeat(8_000), 'x-b': 'b'.repeat(8_000), 'x-c': 'c' };
    expect(Object.keys(selectStoredHeaders({ headers: 'ALL' }, long))).toEqual(['x-a', 'x-c']);
  });
});
