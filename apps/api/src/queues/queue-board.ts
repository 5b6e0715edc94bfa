import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/dist/types.js';
import type { QueueName } from '#monitoring/contracts/queues.js';
import type { NotificationQueueName } from '#notification/contracts/queues.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId } from '#shared/kernel/ids.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';
import { withTimeout } from '#shared/platform/with-timeout.js';
import { findPackageFolder } from '../docs/find-package-folder.js';

/** Milliseconds. Without a limit, a request would wait until an unreachable queue server is back. */
const TIMEOUT_MS = 5_000;

const DESCRIPTIONS: Readonly<Record<QueueName | NotificationQueueName, string>> = {
  deliveries: 'Wakes workers up for webhooks with new deliveries',
  verifications: 'Wakes workers up for verifications of plugins',
  replays: 'Wakes workers up for replays of webhooks',
  notifications: 'Wakes workers up for notifications that are due',
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

interface BoardResponse {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Bull Board for the queues of this process, in Redis or PostgreSQL. It takes some megabytes of memory, so it is loaded at
 * the first request. Only its GET routes are served.
 */
@Injectable()
export class QueueBoard {
  private readonly logger = new Logger('QueueBoard');
  private loadedBoard: Promise<BoardServerAdapter> | undefined;

  constructor(private readonly queues: QueueFactory) {}

  /** Returns the template of the page. @throws ERROR_NOT_FOUND if `path` is not a path of the page */
  async getPage(path: string): Promise<{ readonly template: string; readonly config: string }> {
    const { entry, views, config } = await this.getBoard();
    if (![entry.route].flat().some((route) => toPattern(route).test(path))) throw createNotFound();
    const { name, params } = entry.handler({ basePath: '', uiConfig: config });
    return { template: await readFile(join(views, name), 'utf8'), config: params['uiConfig'] ?? '{}' };
  }

  /** Returns a file of the page. @throws ERROR_NOT_FOUND for any other file */
  async readAsset(path: string): Promise<{ readonly content: Buffer; readonly type: string }> {
    const { views } = await this.getBoard();
    const file = resolve(join(views, path));
    const type = CONTENT_TYPES[extname(file)];
    if (type === undefined || !file.startsWith(join(views, 'static') + sep)) throw createNotFound();
    const content = await readFile(file).catch(() => undefined);
    if (content === undefined) throw createNotFound();
    return { content, type };
  }

  /** Answers an API request of the page. @throws ERROR_NOT_FOUND; ERROR_UNAVAILABLE while the queue server is unreachable */
  async handleRequest(path: string, query: Readonly<Record<string, unknown>>): Promise<BoardResponse> {
    const { routes, queues, config } = await this.getBoard();
    for (const { method, route, handler } of routes) {
      if (![method].flat().includes('get')) continue;
      for (const pattern of [route].flat().map(toPattern)) {
        const match = pattern.exec(path);
        if (!match) continue;
        const request = {
          queues,
          uiConfig: config,
          params: { ...match.groups },
          query: { ...query },
          body: {},
          headers: {},
        };
        try {
          const { status = 200, body } = await withTimeout(
            TIMEOUT_MS,
            Promise.resolve(handler(request)),
            path,
          );
          return { status, body };
        } catch (error) {
          this.logger.warn(`the queues cannot be read: ${getLogMessage(error)}`);
          throw DomainError.unavailable('The server of the queues does not answer', 5, error);
        }
      }
    }
    throw createNotFound();
  }

  private getBoard(): Promise<BoardServerAdapter> {
    this.loadedBoard ??= this.loadBoard().catch((error: unknown) => {
      this.loadedBoard = undefined;
      throw error;
    });
    return this.loadedBoard;
  }

  private async loadBoard(): Promise<BoardServerAdapter> {
    const [{ createBullBoard }, { BullMQAdapter }] = await Promise.all([
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
    ]);
    const boardAdapter = new BoardServerAdapter();
    const adapters = this.queues.listQueues().map((queue) => {
      const description = DESCRIPTIONS[queue.name as keyof typeof DESCRIPTIONS];
      const adapter = new BullMQAdapter(queue, { readOnlyMode: true, description });
      adapter.setFormatter('data', replaceUuids);
      return adapter;
    });
    createBullBoard({
      queues: adapters,
      serverAdapter: boardAdapter,
      // Without uiBasePath, Bull Board calls `require`, which does not exist in the built service.
      options: {
        uiBasePath: findPackageFolder('@bull-board/ui'),
        uiConfig: { boardTitle: 'Tocsin queues', hideDocsLink: true, locale: { lng: 'en-US' } },
      },
    });
    return boardAdapter;
  }
}

/** Bull Board's server adapter. It only stores the routes, and `QueueBoard` serves them. */
class BoardServerAdapter implements IServerAdapter {
  queues: BullBoardQueues = new Map();
  views = '';
  config: UIConfig = {};
  routes: readonly AppControllerRoute[] = [];
  entry!: AppViewRoute;

  setQueues(queues: BullBoardQueues): this {
    this.queues = queues;
    return this;
  }
  setViewsPath(path: string): this {
    this.views = path;
    return this;
  }
  setStaticPath(): this {
    return this;
  }
  setEntryRoute(route: AppViewRoute): this {
    this.entry = route;
    return this;
  }
  /** Not used: errors of handlers are answered by the problem filter. */
  setErrorHandler(): this {
    return this;
  }
  setApiRoutes(routes: AppControllerRoute[]): this {
    this.routes = routes;
    return this;
  }
  setUIConfig(config: UIConfig): this {
    this.config = config;
    return this;
  }
}

/** Replaces the uuids of rows in a job by the ids that the API shows. */
function replaceUuids(data: { readonly webhook_uuids?: readonly string[] }): unknown {
  const { webhook_uuids, ...rest } = data;
  return webhook_uuids === undefined
    ? rest
    : { webhook_ids: webhook_uuids.map((uuid) => formatId('webhook', uuid)), ...rest };
}

function toPattern(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function createNotFound(): DomainError {
  return DomainError.notFound('This part of the board');
}
