import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether all browsers come through TLS, whatever a proxy says of a request. */
export const SECURE_COOKIES = Symbol('secure cookies');

type Request = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** Of a cookie without TLS and behind it, where no other host of the domain can set it. */
interface CookieNames {
  readonly plain: string;
  readonly secure: string;
}

/** What only this service reads, and no script. */
@Injectable()
export class Cookies {
  constructor(@Inject(SECURE_COOKIES) private readonly areSecure: boolean) {}

  set(request: Request, reply: FastifyReply, names: CookieNames, value: string, expires: Date): void {
    const cookie = stringifySetCookie({
      ...{ name: this.nameIn(request, names), value, expires, path: '/' },
      ...{ httpOnly: true, secure: this.isSecure(request), sameSite: 'strict' },
    });
    void reply.header('set-cookie', cookie);
  }

  remove(request: Request, reply: FastifyReply, names: CookieNames): void {
    this.set(request, reply, names, '', new Date(0));
  }

  read(request: Request, names: CookieNames): string | undefined {
    const { cookie } = request.headers;
    return cookie === undefined ? undefined : parseCookie(cookie)[this.nameIn(request, names)];
  }

  private nameIn(request: Request, { plain, secure }: CookieNames): string {
    return this.isSecure(request) ? secure : plain;
  }

  /** A proxy says so with X-Forwarded-Proto, which only a trusted one can (`TRUST_PROXY`). */
  private isSecure({ protocol }: Request): boolean {
    return this.areSecure || protocol === 'https';
  }
}
