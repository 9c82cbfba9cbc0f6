import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { mountTable } from './mountTable.ts';
import { idsOf, resourceEngine } from './resourceEngine.ts';
import type { AnyResource, Writer } from './resourceEngine.ts';

// The engine reads the fields through the resource's own type, which the route's schema has checked; inside a function
// that takes any resource the compiler can't see that the two are one, hence `as never` where they meet.

/** Registers every call of a resource: list, export, info, add, update, delete, batch delete, status, name check. */
export function mountResource<R extends AnyResource>(
  app: FastifyInstance,
  resource: R,
  writer: Writer<R>,
): void {
  mountTable(app, writer.list);
  mountRecords(app, resource, writer);
}

/** The same without the list: for records whose path has several lists. */
export function mountRecords<R extends AnyResource>(
  app: FastifyInstance,
  resource: R,
  writer: Omit<Writer<R>, 'list'>,
): void {
  const engine = resourceEngine(resource, writer);
  mount(
    app,
    resource.infoCall,
    // SAFETY: the engine answers what the resource declares, which the compiler can't follow for any resource.
    ({ id }, call) => call.read((context) => engine.info(context, id)) as never,
  );
  mount(app, resource.add, (input, call) =>
    // SAFETY: the body was checked against the resource's own schema.
    call.transact((context) => engine.add(context, input as never)),
  );
  mount(app, resource.update, (input, call) =>
    // SAFETY: the body was checked against the resource's own schema.
    call.transact((context) => engine.update(context, input as never)),
  );
  mount(app, resource.remove, ({ id }, call) =>
    call.transact((context) => engine.remove(context, [id])),
  );
  mount(app, resource.removeBatch, ({ ids }, call) =>
    call.transact((context) => engine.remove(context, idsOf(ids))),
  );
  if (resource.status === true) {
    mount(app, resource.setStatus, ({ ids, status }, call) =>
      call.transact((context) =>
        engine.setStatus(context, idsOf(ids), status === true || status === '1'),
      ),
    );
  }
  mount(app, resource.nameExists, (input, call) =>
    call.read(async (context) => ({ status: await engine.nameExists(context, input) })),
  );
}
