import { describe, expect, it } from 'vitest';
import { chooseVersion } from './plugin-version.js';

const auto = { version: '1.0.0', upgrade_mode: 'AUTO' } as const;
const manual = { version: '1.0.0', upgrade_mode: 'MANUAL' } as const;

describe('chooseVersion', () => {
  it('keeps version and mode if nothing is requested', () => {
    expect(chooseVersion(auto, {})).toEqual(auto);
    expect(chooseVersion(manual, {})).toEqual(manual);
  });

  it('pins a version that is given alone or with MANUAL', () => {
    expect(chooseVersion(auto, { version: '2.0.0' })).toEqual({ version: '2.0.0', upgrade_mode: 'MANUAL' });
    expect(chooseVersion(auto, { version: '2.0.0', upgrade_mode: 'MANUAL' }).upgrade_mode).toBe('MANUAL');
  });

  it('pins the version in force with MANUAL alone', () => {
    expect(chooseVersion(auto, { upgrade_mode: 'MANUAL' })).toEqual(manual);
  });

  it('keeps the version when the mode becomes AUTO', () => {
    expect(chooseVersion(manual, { upgrade_mode: 'AUTO' })).toEqual(auto);
  });

  it('refuses a version with AUTO', () => {
    expect(() => chooseVersion(auto, { version: '2.0.0', upgrade_mode: 'AUTO' }, 'plugin_info.')).toThrow(
      'plugin_info.version cannot be given with upgrade_mode AUTO',
    );
  });
});
