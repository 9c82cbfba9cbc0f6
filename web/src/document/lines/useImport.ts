import type { GoodsKindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { reasonOf } from '../../app/net/envelope.ts';
import { usePaused } from '../../app/usePaused.ts';
import { useImportFile } from '../../control/importDialog/useImportFile.ts';
import type { ImportFile, ImportRules } from '../../control/importDialog/useImportFile.ts';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import type { Column } from '../columns/lineForm.ts';
import { isPlain, plainTitles } from '../columns/plainColumns.ts';
import { blankLine } from '../draft/lineDraft.ts';
import type { LineProduct } from '../draft/lineDraft.ts';
import { lookUp } from '../product/productSearch.ts';
import { readLineCells } from './importFile.ts';
import { codesSampled, guessed, isLineMapping, lineTitles } from './importMapping.ts';
import { codesIn, importedRows, templateOf } from './importRows.ts';
import type { ImportColumn, ImportRow } from './importRows.ts';
import type { LineWorld } from './lineService.ts';

/** As many as a document may have. */
const MOST = 5000;
const NO_PRODUCTS: ReadonlyMap<string, LineProduct> = new Map();

/** A column's title here, and what else it is called, in the other language too. */
const titlesOf = (column: ImportColumn): readonly string[] => [
  columnTitle(column),
  ...(isPlain(column) ? plainTitles(column) : []),
  // SAFETY: of what is called nothing else the key remains, which no heading says.
  ...t(`editor.import.also.${column}` as 'editor.import.also.remark').split('|'),
];

const unknown = (code: string): string =>
  code === '' ? t('form.missing', { name: t('editor.column.barcode') }) : t('editor.scan.unknown');

interface Rules {
  readonly code: GoodsKindCode;
  readonly columns: readonly Column[];
  readonly world: () => LineWorld;
  /** A text that is read at once. */
  readonly given: string;
}

function rulesFor(code: GoodsKindCode, kind: string): ImportRules<ImportColumn> {
  const template = templateOf(code);
  const titles = lineTitles(template, titlesOf);
  return {
    importer: `lines/${code}`,
    columns: template,
    titlesOf: () => titles,
    isEnough: isLineMapping,
    isGuessed: true,
    readCells: readLineCells(kind),
  };
}

/** Products by the codes that stand in the file; undefined while they are asked for. */
function useProducts(codes: readonly string[], world: () => LineWorld) {
  const asked = usePaused(codes);
  const { data, error } = useQuery({
    queryKey: ['importedCodes', asked],
    queryFn: () => lookUp(asked, world()),
    enabled: asked.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  const products = codes.length === 0 ? NO_PRODUCTS : asked === codes ? data : undefined;
  return { products, error };
}

/** Columns of a file without headings get their meaning by what stands in them. */
function useGuess(
  file: ImportFile<ImportColumn>,
  template: readonly ImportColumn[],
  { columns, world }: Rules,
): void {
  const { cells } = file.table;
  const sample = useMemo(
    () => (file.isHeadless ? codesSampled(cells) : []),
    [file.isHeadless, cells],
  );
  const { products } = useProducts(sample, world);
  useEffect(() => {
    if (!file.isHeadless || products === undefined || cells.length === 0) return;
    const isCode = (one: string): boolean => products.has(one);
    const reads = (id: ImportColumn, cell: string): boolean => {
      const blank = blankLine(world().warehouseId);
      const written = columns.find((one) => one.id === id)?.write?.(blank, cell);
      return written !== undefined && 'row' in written;
    };
    file.suggest(guessed(cells, template, { isCode, reads }));
    // Once for each answer: what the rest is made of is new in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [products, cells, file.isHeadless]);
}

/** Lines from a file or a paste: read, mapped by headings or by what stands in them, and mapped otherwise by the user. */
export function useImport(given: Rules) {
  const { code, columns, world } = given;
  const { kind, partnerId, pricing, warehouseId } = world();
  const rules = useMemo(() => rulesFor(code, kind), [code, kind]);
  const file = useImportFile(rules, partnerId ?? '', given.given);
  useGuess(file, rules.columns, given);
  const { table, above, mapping } = file;
  const cells = useMemo(() => table.cells.slice(above), [table, above]);
  const isTooLong = cells.length > MOST;
  const codes = useMemo(
    () => (isTooLong ? [] : codesIn(cells, mapping)),
    [cells, mapping, isTooLong],
  );
  const { products, error } = useProducts(codes, world);
  const rows = useMemo((): readonly ImportRow[] => {
    if (products === undefined || isTooLong || !isLineMapping(mapping)) return [];
    const { source } = table;
    return importedRows(cells, mapping, {
      products,
      columns,
      pricing,
      warehouseId,
      places: source.places.slice(above),
      titles: table.cells[above - 1] ?? [],
      isSheet: source.isSheet,
      is1904: source.is1904,
      unknown,
    });
  }, [products, isTooLong, mapping, table, cells, columns, pricing, warehouseId, above]);
  const tooLong = isTooLong ? t('editor.import.most', { most: MOST }) : null;
  return {
    file,
    template: rules.columns,
    rows,
    busy: products === undefined && error === null,
    failed: error === null ? tooLong : reasonOf(error),
  };
}
