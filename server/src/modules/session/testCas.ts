// A small server of the CAS protocol: it signs in anyone whom it is told of and vouches for each ticket once.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestCas {
  /** What an operator would configure as its address. */
  readonly url: string;
  /** Signs somebody in for a service, as its login page would; answers the ticket. */
  readonly ticketFor: (user: string, service: string) => string;
  /** How many tickets it was asked about. */
  readonly asked: () => number;
  /** Answers the next question like this instead. */
  readonly answerNext: (answer: (reply: ServerResponse) => void) => void;
  readonly stop: () => Promise<void>;
}

const inXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Builds a CAS 2.0 response. */
export const casAnswer = (inner: string): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`;
export const casSuccess = (user: string): string =>
  casAnswer(
    `\n  <cas:authenticationSuccess>\n    <cas:user>${user}</cas:user>\n    <cas:attributes><cas:mail>a@b.c</cas:mail></cas:attributes>\n  </cas:authenticationSuccess>\n`,
  );

export async function aCasServer(): Promise<TestCas> {
  const tickets = new Map<string, { user: string; service: string }>();
  let asked = 0;
  let special: ((reply: ServerResponse) => void) | null = null;

  const validated = (query: URLSearchParams): string => {
    const ticket = query.get('ticket') ?? '';
    const known = tickets.get(ticket);
    // A ticket is good for one question, whatever its answer.
    tickets.delete(ticket);
    if (known === undefined || known.service !== query.get('service'))
      return casAnswer(
        `<cas:authenticationFailure code="INVALID_TICKET">no such ticket</cas:authenticationFailure>`,
      );
    return casSuccess(inXml(known.user));
  };
  const answer = ({ url = '' }: IncomingMessage, reply: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url, 'http://cas');
    if (pathname !== '/cas/serviceValidate') return void reply.writeHead(404).end();
    asked += 1;
    if (special !== null) {
      const now = special;
      special = null;
      return now(reply);
    }
    reply.writeHead(200, { 'content-type': 'application/xml' }).end(validated(searchParams));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/cas`,
    ticketFor(user, service) {
      const ticket = `ST-${randomBytes(12).toString('hex')}`;
      tickets.set(ticket, { user, service });
      return ticket;
    },
    asked: () => asked,
    answerNext: (next) => {
      special = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
