import { BUILT_IN_PLUGINS } from '#monitoring';

/** Returns the code blocks of a plugin's guide, with the address of the webhook filled in. */
export function readGuideBlocks(plugin_id: string, webhookUrl: string): string[] {
  const guide = BUILT_IN_PLUGINS.find((plugin) => plugin.plugin_id === plugin_id)?.docs ?? '';
  return [...guide.matchAll(/^( *)~~~\w*\n([\s\S]*?)^ *~~~$/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), '').replaceAll('<webhook_url>', webhookUrl),
  );
}

/** Returns one code block by its number. @throws when the guide has fewer */
export function readGuideBlock(plugin_id: string, webhookUrl: string, number = 0): string {
  const block = readGuideBlocks(plugin_id, webhookUrl)[number];
  if (block === undefined) throw new Error(`the guide of ${plugin_id} has no block ${number}`);
  return block;
}

/** Returns the seconds of outage that the sender bridges according to the plugin's guide. */
export function readOutageSeconds(plugin_id: string): number {
  const guide = BUILT_IN_PLUGINS.find((plugin) => plugin.plugin_id === plugin_id)?.docs ?? '';
  return 60 * Number(/outage of up to \*\*(\d+) minutes\*\* loses nothing/.exec(guide)?.[1] ?? 0);
}
