import { DomainError } from '#shared/kernel/domain-error.js';

export const UPGRADE_MODES = ['MANUAL', 'AUTO'] as const;
/** AUTO is moved to newer versions by the guarded upgrade; MANUAL stays where it is. */
export type UpgradeMode = (typeof UPGRADE_MODES)[number];

export interface VersionChoice {
  readonly version: string;
  readonly upgrade_mode: UpgradeMode;
}

/**
 * The version a webhook runs after a request. Without a version it stays on the current one, also when it turns to
 * AUTO: only the upgrade, which tries a version first, moves it. A version given is pinned.
 * @param prefix where the request carries the two fields, e.g. `plugin_info.`
 * @throws ERROR_INVALID_PARAMETER
 */
export function chooseVersion(
  current: VersionChoice,
  asked: { readonly version?: string | undefined; readonly upgrade_mode?: UpgradeMode | undefined },
  prefix = '',
): VersionChoice {
  const { version, upgrade_mode } = asked;
  if (version === undefined) {
    return { version: current.version, upgrade_mode: upgrade_mode ?? current.upgrade_mode };
  }
  if (upgrade_mode === 'AUTO') {
    throw DomainError.invalid(
      `${prefix}version`,
      'cannot be given with upgrade_mode AUTO, which chooses it; leave one of them out',
    );
  }
  return { version, upgrade_mode: 'MANUAL' };
}
