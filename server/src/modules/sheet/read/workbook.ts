import { refuseWith } from '../../../kernel/access/index.ts';
import { refuseBrokenFile } from './package.ts';
import type { Package } from './package.ts';
import { readPart } from './part.ts';
import { stripXmlPrefix } from './xml.ts';
import type { Attributes } from './xml.ts';

/** Places of a workbook's parts in the package. */
interface WorkbookParts {
  /** Visible sheets of cells, in the order of the workbook. */
  readonly worksheets: readonly Worksheet[];
  readonly texts?: string;
  readonly styles?: string;
  readonly is1904: boolean;
}

interface Worksheet {
  readonly name: string;
  readonly part: string;
}

interface Relation {
  readonly type: string;
  readonly path: string;
}

export const isTrue = (flag: string | undefined): boolean => flag === '1' || flag === 'true';

/** Finds the workbook parts named by the package. */
export async function findWorkbook(file: Package): Promise<WorkbookParts> {
  const root = await readRelations(file, '');
  const named = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'));
  const workbook = named?.path ?? 'xl/workbook.xml';
  const visible: { readonly name: string; readonly link: string }[] = [];
  let is1904 = false;
  await readPart(file, workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      if (name === 'sheet' && !/hidden$/i.test(attributes['state'] ?? ''))
        visible.push({ name: attributes['name'] ?? '', link: linkOf(attributes) ?? '' });
    },
  });
  const relations = await readRelations(file, workbook);
  const partOf = (type: string): string | undefined =>
    [...relations.values()].find((one) => one.type.endsWith(type) && file.parts.has(one.path))
      ?.path;
  // Charts and macros have sheets of their own.
  const worksheets = visible.flatMap(({ name, link }) => {
    const relation = relations.get(link);
    return relation === undefined || /\/(chart|dialog|macro)sheet$/i.test(relation.type)
      ? []
      : [{ name, part: relation.path }];
  });
  const [texts, styles] = [partOf('/sharedStrings'), partOf('/styles')];
  return {
    worksheets: worksheets.length === 0 ? refuseBrokenFile() : worksheets,
    ...(texts === undefined ? {} : { texts }),
    ...(styles === undefined ? {} : { styles }),
    is1904,
  };
}

/** Reads relations of a part or the package, by id; empty without a relations file. */
async function readRelations(file: Package, part: string): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  const name = resolvedPath(part, `_rels/${part.split('/').at(-1) ?? ''}.rels`);
  if (part === '' && !file.parts.has(name)) return relations;
  await readPart(file, name, {
    open: (tag, { Id = '', Target = '', TargetMode, Type = '' }) => {
      if (tag !== 'Relationship') return;
      if (TargetMode === 'External') refuseWith('sheet.external', {}, { field: 'file' });
      relations.set(Id, { type: Type, path: resolvedPath(part, Target) });
    },
  });
  return relations;
}

/** Link to a sheet's part: `r:id`, with any prefix. */
const linkOf = (attributes: Attributes): string | undefined =>
  Object.entries(attributes).find(([name]) => stripXmlPrefix(name) === 'id')?.[1];

/** Resolves a target, absolute or relative to its part, to a part name. */
function resolvedPath(part: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const steps = path.startsWith('/') ? [] : part.split('/').slice(0, -1);
  for (const step of path.split('/'))
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  return steps.join('/').toLowerCase();
}
