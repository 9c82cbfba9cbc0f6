import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../http/mount.ts';
import { mountTable } from './mountTable.ts';
import { idsFromList, resourceEngine } from './resourceEngine.ts';
import type { AnyResource, Writer } from './resourceEngine.ts';

// The engine reads the fields through the resource's own type, checked by the route's schema. Inside a
// function for any resource the compiler can't see that both are one, hence `as never` where they meet.

/** Registers every call of a resource: list, export, info, add, update, delete, batch delete, status, name check. */
export function mountResource<R extends AnyResource>(
  app: FastifyInstance,
  resource: R,
  writer: Writer<R>,
): void {
  mountTable(app, writer.list);
  mountRecords(app, resource, writer);
}

/** Registers the calls of `mountResource` without the list, for records whose path has several lists. */
export function mountRecords<R extends AnyResource>(
  app: FastifyInstance,
  resource: R,
  writer: Omit<Writer<R>, 'list'>,
): void {
  const engine = resourceEngine(resource, writer);
  mountEndpoint(
    app,
    resource.infoCall,
    // SAFETY: the engine returns the resource's declared reply, which the compiler can't follow for any
    // resource.
    ({ id }, call) => call.read((context) => engine.info(context, id)) as never,
  );
  mountEndpoint(app, resource.add, (input, call) =>
    // SAFETY: the body was checked against the resource's own schema.
    call.transact((context) => engine.add(context, input as never)),
  );
  mountEndpoint(app, resource.update, (input, call) =>
    // SAFETY: the body was checked against the resource's own schema.
    call.transact((context) => engine.update(context, input as never)),
  );
  mountEndpoint(app, resource.remove, ({ id }, call) =>
    call.transact((context) => engine.remove(context, [id])),
  );
  mountEndpoint(app, resource.removeBatch, ({ ids }, call) =>
    call.transact((context) => engine.remove(context, idsFromList(ids))),
  );
  if (resource.status === true) {
    mountEndpoint(app, resource.setStatus, ({ ids, status }, call) =>
      call.transact((context) =>
        engine.setStatus(context, idsFromList(ids), status === true || status === '1'),
      ),
    );
  }
  mountEndpoint(app, resource.nameExists, (input, call) =>
    call.read(async (context) => ({ status: await engine.nameExists(context, input) })),
  );
}
