import type { HttpResponse, OutgoingHttp } from '../src/protocols/outgoing-http.js';

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface RecordingHttp {
  readonly http: OutgoingHttp;
  readonly requests: RecordedRequest[];
}

/** Records requests and returns the given answers, without a network. */
export function recordingHttp(
  answer: (request: RecordedRequest) => { readonly status: number; readonly body?: object | string },
): RecordingHttp {
  const requests: RecordedRequest[] = [];
  const http: Pick<OutgoingHttp, 'post' | 'refusal' | 'hostRefusal'> = {
    refusal: async () => undefined,
    hostRefusal: () => undefined,
    post: async (url, headers, sent, _signal, method = 'POST'): Promise<HttpResponse> => {
      const request = { method, url, headers, text: sent.toString() };
      requests.push(request);
      const { status, body = '' } = answer(request);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status, retryAfter: undefined, body: text, text };
    },
  };
  return { http: http as OutgoingHttp, requests };
}
