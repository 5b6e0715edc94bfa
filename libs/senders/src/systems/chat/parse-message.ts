import { isObject, type Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../../plugin-api/plugin.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { textOf } from '../../vocabulary/text.js';

/** The content of a chat message in a common form for all chats. */
export interface ChatMessage {
  readonly title: string | undefined;
  readonly texts: readonly string[];
  /** Pairs of name and text: Slack's fields, Teams' facts. */
  readonly fields: readonly (readonly [string, string])[];
  readonly colour: string | undefined;
  readonly link: string | undefined;
  readonly image: string | undefined;
  readonly sentAt: Date | undefined;
  /** See {@link PluginDelivery.words}. */
  readonly words?: PluginDelivery['words'] | undefined;
}

const TITLES = ['title', 'activityTitle', 'header', 'heading'];
const SUMMARIES = ['fallback', 'pretext', 'summary', 'subtitle', 'activitySubtitle', 'author_name'];
const TEXTS = [
  'text',
  'content',
  'markdown',
  'message',
  'description',
  'activityText',
  'body',
  'plain_text',
  'value',
];
const COLOURS = ['color', 'themeColor', 'template'];
const LINKS = ['title_link', 'url', 'link', 'messageUrl', 'uri', 'href'];
const IMAGES = ['image_url', 'imageUrl'];
const NAMES = ['title', 'name', 'topLabel', 'label'];
const VALUES = ['value', 'content'];
const MAX_DEPTH = 10;
const MAX_NODES = 300;
/** The maximum length of one text. Texts in a chat are usually far shorter. */
const MAX_TEXT_LENGTH = 8_000;

/**
 * Parses messages for Slack, Mattermost, Teams, Discord, Google Chat, Feishu, DingTalk, WeCom and Telegram.
 * @param words the release whose way of reading pairs applies; the present one if omitted
 */
export function parseMessage(body: Json, words?: PluginDelivery['words']): ChatMessage {
  const collector = new MessageCollector(words);
  collector.visit(body, '', 0);
  return collector.toMessage();
}

class MessageCollector {
  private readonly titles: string[] = [];
  private readonly summaries: string[] = [];
  private readonly texts: string[] = [];
  private readonly fields: (readonly [string, string])[] = [];
  private colour: string | undefined;
  private link: string | undefined;
  private image: string | undefined;
  private at: Date | undefined;
  private visited = 0;

  constructor(private readonly words: PluginDelivery['words']) {}

  visit(node: Json, parent: string, depth: number): void {
    if (depth > MAX_DEPTH || this.visited++ > MAX_NODES) return;
    if (Array.isArray(node)) {
      for (const one of node) this.visit(one, parent, depth + 1);
      return;
    }
    if (!isObject(node)) return;
    if (this.collectField(node, parent)) return;
    if (
      node['type'] === 'header' ||
      /^(?:bolder|heading)$/i.test(
        `${textOf(node['weight'])} ${textOf(node['style'])}`.trim().split(' ')[0] ?? '',
      )
    )
      this.titles.push(...this.headerTexts(node));
    this.collectScalars(node);
    for (const [name, child] of Object.entries(node)) {
      if (
        name === 'potentialAction' ||
        name === 'actions' ||
        name === 'footer' ||
        name === 'author' ||
        name === 'avatar'
      ) {
        this.link ??= findLinkUrl(child);
        continue;
      }
      if (typeof child === 'object' && child !== null) this.visit(child, name, depth + 1);
    }
  }

  /** Reads a pair such as `{title: "Host", value: "db-1"}` in a list of fields or facts. */
  private collectField(node: Readonly<Record<string, Json>>, parent: string): boolean {
    const pair =
      this.words === undefined && parent === 'fields' ? parseTextPair(textOf(node['text']) ?? '') : undefined;
    if (pair !== undefined) {
      this.fields.push(pair);
      return true;
    }
    const name = firstText(node, NAMES);
    const value =
      firstText(node, VALUES) ??
      (parent === 'decoratedText' || parent === 'keyValue' ? firstText(node, ['text']) : undefined);
    if (name === undefined || value === undefined) return false;
    if (!/^(?:fields|facts|decoratedText|keyValue)$/.test(parent)) return false;
    const plainName = stripMarkup(name);
    this.fields.push([
      this.words === '0.2' ? plainName : plainName.replace(/(?<![\s:：])[\s:：]+$/, ''),
      stripMarkup(value),
    ]);
    return true;
  }

  private headerTexts(node: Readonly<Record<string, Json>>): readonly string[] {
    const { text } = node;
    const said = isObject(text) ? firstText(text, ['text']) : textOf(text);
    return said === undefined ? [] : [stripMarkup(said)];
  }

  private collectScalars(node: Readonly<Record<string, Json>>): void {
    for (const name of TITLES) pushText(this.titles, node[name]);
    for (const name of SUMMARIES) pushText(this.summaries, node[name]);
    for (const name of TEXTS) pushText(this.texts, node[name]);
    this.colour ??= firstText(node, COLOURS);
    this.link ??= firstUrl(node, LINKS);
    this.image ??= firstUrl(node, IMAGES);
    this.at ??= parseInstant(node['ts'] ?? null) ?? parseInstant(node['timestamp'] ?? null);
  }

  toMessage(): ChatMessage {
    const texts = [...new Set([...this.texts, ...this.summaries])];
    const [line] = texts;
    return {
      title: this.titles[0] ?? this.summaries.find((said) => !/^https?:/.test(said)) ?? line?.split('\n')[0],
      texts,
      fields: [
        ...this.fields,
        ...texts.flatMap((one) =>
          parseFieldLines(one, this.words === '0.2' ? FIELD_LINE_OF_0_2 : FIELD_LINE),
        ),
      ],
      colour: this.colour,
      link: this.link,
      image: this.image,
      sentAt: this.at,
      words: this.words,
    };
  }
}

function firstText(node: Readonly<Record<string, Json>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const said = textOf(node[name]);
    if (said !== undefined) return said;
  }
  return undefined;
}

function firstUrl(at: Readonly<Record<string, Json>>, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(at[name])).find((said) => /^https?:\/\/\S+$/.test(said ?? ''));
}

function findLinkUrl(child: Json): string | undefined {
  return /"(?:url|uri|href)":"(https?:[^"]+)"/.exec(JSON.stringify(child).slice(0, 5_000))?.[1];
}

function pushText(to: string[], from: Json | undefined): void {
  const plainText = textOf(from);
  if (plainText !== undefined && !/^https?:\/\/\S+$/.test(plainText)) to.push(stripMarkup(plainText));
}

/** Removes Markdown, mentions and entities: `*<https://x|Disk>*` becomes `Disk`. */
export function stripMarkup(markup: string): string {
  return markup
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll(/<https?:[^<|>\s]{1,2000}\|([^<>]{0,500})>/g, '$1')
    .replaceAll(/\[([^[\]\n]{1,300})\]\(https?:[^()\s]{1,2000}\)/g, '$1')
    .replaceAll(/<[@!#][^<>]{0,80}>|<\/?(?:b|i|u|br|font|code|strong|p|a)\b[^<>]{0,200}>/gi, ' ')
    .replaceAll(/&(?:amp|lt|gt);/g, (entity) => ({ '&amp;': '&', '&lt;': '<' })[entity] ?? '>')
    .replaceAll(/(?:\*\*|__|~~|`+|^#+ +)/gm, '')
    .replaceAll(/(^|\s)[*_](\S(?:[^*_\n]*\S)?)[*_](?=\s|[:.,]|$)/g, '$1$2')
    .trim();
}

/** Reads a field of a section of Block Kit: `*Host:*\ndb-1`, or `*Host:* db-1`. */
function parseTextPair(text: string): readonly [string, string] | undefined {
  const [first = '', ...rest] = text.slice(0, MAX_TEXT_LENGTH).split('\n');
  const bold = /^\s{0,9}\*{1,2}([^*\n]{1,60})\*{1,2}[ :：]{0,9}(\S.{0,500})?$/.exec(first);
  const plain = /^([^:：\n]{1,60})[:：] ?(\S.{0,500})?$/.exec(first.trim());
  const [, name = '', value = ''] = bold ?? plain ?? [];
  const whole = stripMarkup([value, ...rest].join('\n').trim());
  const plainName = stripMarkup(name).replace(/(?<![\s:：])[\s:：]+$/, '');
  return plainName === '' || whole === '' ? undefined : [plainName, whole];
}

const FIELD_LINE = /^[^\p{L}\p{N}]{0,6}(\p{L}[\p{L}\p{N}_ ]{0,24}?) *[:=：][*_`]{0,3} *(\S.{0,200})$/u;
const FIELD_LINE_OF_0_2 = /^\W{0,3}([A-Za-z][\w ]{1,24}?) *[:=] *(\S.{0,200})$/;

/** Returns the lines of a text that are pairs, such as `Host: db-1`. */
function parseFieldLines(bodyText: string, pattern: RegExp): readonly (readonly [string, string])[] {
  return bodyText
    .split('\n')
    .slice(0, 60)
    .flatMap((line) => {
      const match = pattern.exec(line.trim());
      return match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const];
    });
}
