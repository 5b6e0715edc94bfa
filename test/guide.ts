import { BUILT_IN_PLUGINS } from '#monitoring';

/** What the guide of a plugin tells its reader to save, block by block as it stands there, with the address filled in. */
export function blocksOfTheGuide(plugin_id: string, webhookUrl: string): string[] {
  const guide = BUILT_IN_PLUGINS.find((plugin) => plugin.plugin_id === plugin_id)?.docs ?? '';
  return [...guide.matchAll(/^( *)~~~\w*\n([\s\S]*?)^ *~~~$/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), '').replaceAll('<webhook_url>', webhookUrl),
  );
}

/** One of them, by its number. @throws when the guide has fewer */
export function blockOfTheGuide(plugin_id: string, webhookUrl: string, number = 0): string {
  const block = blocksOfTheGuide(plugin_id, webhookUrl)[number];
  if (block === undefined) throw new Error(`the guide of ${plugin_id} has no block ${number}`);
  return block;
}

/** Seconds of an outage that lose nothing, as the guide of a plugin says. */
export function coverageOfTheGuide(plugin_id: string): number {
  const guide = BUILT_IN_PLUGINS.find((plugin) => plugin.plugin_id === plugin_id)?.docs ?? '';
  return 60 * Number(/outage of up to \*\*(\d+) minutes\*\* loses nothing/.exec(guide)?.[1] ?? 0);
}
