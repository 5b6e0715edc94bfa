import { describe, expect, it } from 'vitest';
import { parseRedisUrl } from './redis-address.js';

const plain = {
  kind: 'single',
  nodes: [{ host: 'host', port: 6379 }],
  master: undefined,
  username: undefined,
  password: undefined,
  sentinelPassword: undefined,
  db: 0,
  tls: false,
};

describe('parseRedisUrl', () => {
  it.each([
    ['redis://host', plain],
    ['redis://host:6379/', plain],
    [
      'rediss://me:p%40ss@host:7000/3',
      {
        ...plain,
        nodes: [{ host: 'host', port: 7000 }],
        username: 'me',
        password: 'p@ss',
        db: 3,
        tls: true,
      },
    ],
    ['redis://:pw@[::1]:6380', { ...plain, nodes: [{ host: '::1', port: 6380 }], password: 'pw' }],
    [
      'rediss://:pw@a:1,b',
      {
        ...plain,
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 6379 },
        ],
        password: 'pw',
        tls: true,
      },
    ],
    ['redis+cluster://host', { ...plain, kind: 'cluster' }],
    [
      'redis+sentinel://:pw@s1,s2:26380/mymaster/2?sentinel_password=sp',
      {
        ...plain,
        kind: 'sentinel',
        nodes: [
          { host: 's1', port: 26_379 },
          { host: 's2', port: 26_380 },
        ],
        master: 'mymaster',
        password: 'pw',
        sentinelPassword: 'sp',
        db: 2,
      },
    ],
  ])('parses %s', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
  });

  it.each([
    'http://host',
    'redis://',
    'redis://host:port',
    'redis://host:99999',
    'redis://host/first',
    'redis://host/0/1',
    'redis://a,,b',
    'redis://a,b/1',
    'redis+cluster://a/1',
    'redis+sentinel://a:26379',
    'redis+sentinel://a/m?password=x',
    'redis://host?db=1',
    'redis://%ZZ@host',
  ])('refuses %s', (url) => {
    expect(parseRedisUrl(url)).toBeUndefined();
  });
});
