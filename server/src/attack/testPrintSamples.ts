// Printing and its templates, each call with an input.
import { defaultTemplate, printTemplates } from '@tradehouse/contract';
import { one } from './testSample.ts';
import type { Sample } from './testSample.ts';
import type { World } from './testWorld.ts';

/** Documents of goods and of money are printed; the template of a kind no one else prints here is changed. */
export function printSamples({
  server,
  token,
  documents,
}: World): Readonly<Record<string, readonly Sample[]>> {
  const kinds = ['saleOut', 'purchaseIn', 'moneyOut'] as const;
  const each = (more: object): readonly Sample[] =>
    kinds.map((kind) => ({
      label: `print ${kind}`,
      status: 200,
      input: () => ({ kind, ids: documents[kind].id, ...more }),
    }));
  const place = { kind: 'transfer', paper: 'a5' } as const;
  return {
    ['GET /print/documents']: each({}),
    ['POST /print/record']: each({ paper: 'a4' }),
    ['GET /printTemplate/info']: one('templates', () => ({ kind: 'saleOut' })),
    ['PUT /printTemplate/update']: one('a template', async () => {
      const { templates } = await server.call(printTemplates, { kind: place.kind }, token);
      const version = templates.find(({ paper }) => paper === place.paper)?.version ?? 0;
      return { ...place, version, template: defaultTemplate(place.kind, place.paper) };
    }),
    ['DELETE /printTemplate/delete']: one('as it comes', () => place),
    ['PUT /printTemplate/logo']: one('no logo', () => ({ logo: '' })),
  };
}
