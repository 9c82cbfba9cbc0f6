import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../http/mount.ts';
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
  mountRead(
    app,
    resource.infoCall,
    // SAFETY: the engine returns the resource's declared reply, which the compiler can't follow for any
    // resource.
    (context, { id }) => engine.info(context, id) as never,
  );
  mountWrite(app, resource.add, (context, input) =>
    // SAFETY: the body was checked against the resource's own schema.
    engine.add(context, input as never),
  );
  mountWrite(app, resource.update, (context, input) =>
    // SAFETY: the body was checked against the resource's own schema.
    engine.update(context, input as never),
  );
  mountWrite(app, resource.remove, (context, { id }) => engine.remove(context, [id]));
  mountWrite(app, resource.removeBatch, (context, { ids }) =>
    engine.remove(context, idsFromList(ids)),
  );
  if (resource.status === true) {
    mountWrite(app, resource.setStatus, (context, { ids, status }) =>
      engine.setStatus(context, idsFromList(ids), status === true || status === '1'),
    );
  }
  mountRead(app, resource.nameExists, async (context, input) => ({
    status: await engine.nameExists(context, input),
  }));
}
