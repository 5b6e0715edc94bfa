import { describe, expect, it } from 'vitest';
import type { Plugin } from './plugin-api/plugin.js';
import { PluginRegistry } from './registry.js';
import { prometheus } from './systems/prometheus/plugin.js';

const plugin = (plugin_id: string, version: string): Plugin => ({ ...prometheus, plugin_id, version });

describe('PluginRegistry', () => {
  const registry = new PluginRegistry(
    ['1.9.0', '1.10.0', '2.0.0-rc.1', '1.2.0']
      .map((version) => plugin('zabbix', version))
      .concat(plugin('auto', '0.1.0')),
  );

  it('finds an exact version, or the latest release if none is given', () => {
    expect(registry.find('zabbix')?.version).toBe('1.10.0');
    expect(registry.find('zabbix', '1.2.0')?.version).toBe('1.2.0');
    expect(registry.find('zabbix', '2.0.0-rc.1')?.version).toBe('2.0.0-rc.1');
    expect(registry.find('zabbix', '1.2')).toBeUndefined();
    expect(registry.find('nagios')).toBeUndefined();
  });

  it('finds the latest release instead of a version that it does not have', () => {
    expect(registry.findOrLatest('zabbix', '1.2.0')?.version).toBe('1.2.0');
    expect(registry.findOrLatest('zabbix', '3.0.0')?.version).toBe('1.10.0');
    expect(registry.findOrLatest('nagios', '1.0.0')).toBeUndefined();
  });

  it('lists plugins by id, and their versions with the latest release first', () => {
    expect(registry.list().map(({ plugin_id, version }) => `${plugin_id} ${version}`)).toEqual([
      'auto 0.1.0',
      'zabbix 1.10.0',
    ]);
    expect(registry.versions('zabbix')).toEqual(['1.10.0', '1.9.0', '1.2.0', '2.0.0-rc.1']);
    expect(registry.versions('nagios')).toEqual([]);
  });

  it('throws an error that names the invalid field and the allowed values', () => {
    expect(() => registry.get('nagios')).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        errors: [{ field: 'plugin_info.plugin_id', reason: 'must be one of auto, zabbix' }],
      }),
    );
    expect(() => registry.get('auto', '9.9.9', '')).toThrow(
      expect.objectContaining({ errors: [{ field: 'version', reason: 'must be one of 0.1.0' }] }),
    );
  });

  it.each([
    [[plugin('a', '1.0.0'), plugin('a', '1.0.0')], 'plugin a 1.0.0: this version is registered twice'],
    [[plugin('a', '1.0')], 'plugin a 1.0: the version is not semver'],
    [[plugin('a', 'v1.0.0')], 'plugin a v1.0.0: the version is not semver'],
    [[plugin('A b', '1.0.0')], 'plugin A b 1.0.0: the id must be'],
  ])('rejects plugins with invalid or duplicate ids or versions', (plugins, message) => {
    expect(() => new PluginRegistry(plugins)).toThrow(message);
  });
});
