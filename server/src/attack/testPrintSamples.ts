// Printing and its templates, each call with an input.
import {
  addLabelTemplate,
  defaultLabel,
  defaultTemplate,
  labelSizes,
  labelTemplates,
  printTemplates,
} from '@tradehouse/contract';
import { one } from './testSample.ts';
import type { Sample } from './testSample.ts';
import type { World } from './testWorld.ts';

/** Documents of goods and of money are printed; the template of a kind no one else prints here is changed. */
export function printSamples({
  server,
  token,
  documents,
  word,
}: World): Readonly<Record<string, readonly Sample[]>> {
  const kinds = ['saleOut', 'purchaseIn', 'moneyOut'] as const;
  const each = (more: object): readonly Sample[] =>
    kinds.map((kind) => ({
      label: `print ${kind}`,
      status: 200,
      input: () => ({ kind, ids: documents[kind].id, ...more }),
    }));
  const place = { kind: 'transfer', paper: 'a5' } as const;
  const template = defaultLabel('product', labelSizes['60x40']);
  const newLabel = () => ({ name: word(), template });
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
    ['GET /labelTemplate/list']: one('labels', () => ({})),
    ['POST /labelTemplate/add']: one('a label', newLabel),
    ['PUT /labelTemplate/update']: one('a label', async () => {
      const input = newLabel();
      const { id } = await server.call(addLabelTemplate, input, token);
      const kept = await server.call(labelTemplates, {}, token);
      const version = kept.find((one) => one.id === id)?.version ?? 0;
      return { id, version, ...input };
    }),
    ['DELETE /labelTemplate/delete']: one('a label', async () => {
      const { id } = await server.call(addLabelTemplate, newLabel(), token);
      return { id };
    }),
    ['POST /label/goods']: one('goods that came', () => ({
      documentIds: [documents.purchaseIn.id],
    })),
    ['POST /label/record']: one('labels', () => ({ template: 'Product 60×40', labels: 3 })),
    ['PUT /printTemplate/logo']: one('no logo', () => ({ logo: '' })),
  };
}
