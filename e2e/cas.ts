// A CAS server as far as the product meets it: anyone who comes to it is the one user it knows.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CasServer {
  readonly url: string;
  readonly stop: () => void;
}

const answer = (inner: string): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`;

/**
 * Starts a CAS server that signs in every user as `user`: /login redirects with a ticket, /serviceValidate
 * accepts each ticket once.
 */
export async function aCasServer(user: string): Promise<CasServer> {
  const tickets = new Map<string, string>();
  const server = createServer(({ url = '' }, reply) => {
    const { pathname, searchParams } = new URL(url, 'http://cas');
    const service = searchParams.get('service') ?? '';
    if (pathname === '/cas/login') {
      const ticket = `ST-${randomUUID()}`;
      tickets.set(ticket, service);
      return void reply.writeHead(302, { location: `${service}?ticket=${ticket}` }).end();
    }
    const ticket = searchParams.get('ticket') ?? '';
    const known = tickets.get(ticket) === service;
    tickets.delete(ticket);
    const ticketUser = known
      ? `<cas:authenticationSuccess><cas:user>${user}</cas:user></cas:authenticationSuccess>`
      : `<cas:authenticationFailure code="INVALID_TICKET">unknown</cas:authenticationFailure>`;
    reply.writeHead(200, { 'content-type': 'application/xml' }).end(answer(ticketUser));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/cas`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
