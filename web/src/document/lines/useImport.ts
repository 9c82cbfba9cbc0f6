import type { GoodsKindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { reasonOfError } from '../../app/net/envelope.ts';
import { usePaused } from '../../app/usePaused.ts';
import { useImportFile } from '../../control/importDialog/useImportFile.ts';
import type { ImportFile, ImportRules } from '../../control/importDialog/useImportFile.ts';
import { t } from '../../phrase/index.ts';
import type { GoodsLineColumn } from '../columns/lineForm.ts';
import { blankLine } from '../draft/lineDraft.ts';
import type { LineProduct } from '../draft/lineDraft.ts';
import { lookUp } from '../product/productSearch.ts';
import { readLineCells } from './importFile.ts';
import {
  codesSampled,
  guessColumnMapping,
  isLineMapping,
  lineTitles,
  titlesOfLine,
} from './importMapping.ts';
import { codesIn, importedRows, templateOf } from './importRows.ts';
import type { ImportColumn, ImportRow } from './importRows.ts';
import type { LineLookupContext } from './lineService.ts';

/** Maximum lines of a document. */
const MOST = 5000;
const NO_PRODUCTS: ReadonlyMap<string, LineProduct> = new Map();

const explainUnknownCode = (code: string): string =>
  code === '' ? t('form.missing', { name: t('editor.column.barcode') }) : t('editor.scan.unknown');

interface LineImportOptions {
  readonly code: GoodsKindCode;
  readonly columns: readonly GoodsLineColumn[];
  readonly world: () => LineLookupContext;
  /** Text to read immediately. */
  readonly given: string;
}

function createLineImportRules(code: GoodsKindCode, kind: string): ImportRules<ImportColumn> {
  const template = templateOf(code);
  const titles = lineTitles(template, titlesOfLine);
  return {
    importer: `lines/${code}`,
    asks: ['mark', 'order'],
    columns: template,
    titlesOf: () => titles,
    isEnough: isLineMapping,
    isGuessed: true,
    readCells: readLineCells(kind),
  };
}

/** Reads products for the file's codes; undefined while loading. */
function useProducts(codes: readonly string[], world: () => LineLookupContext) {
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

/** Guesses columns of a file without headings from their content. */
function useGuess(
  file: ImportFile<ImportColumn>,
  template: readonly ImportColumn[],
  { columns, world }: LineImportOptions,
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
    file.suggest(guessColumnMapping(cells, template, { isCode, reads }));
    // Once for each answer: what the rest is made of is new in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [products, cells, file.isHeadless]);
}

/** Imports lines from a file or paste: reads, maps by headings or content, and accepts corrections. */
export function useLineImport(given: LineImportOptions) {
  const { code, columns, world } = given;
  const { kind, partnerId, pricing, warehouseId } = world();
  const rules = useMemo(() => createLineImportRules(code, kind), [code, kind]);
  const file = useImportFile(rules, partnerId ?? '', given.given);
  useGuess(file, rules.columns, given);
  const { table, above, mapping, format } = file;
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
      ...format,
      workbookNumbers: source.workbookNumbers.slice(above),
      unknown: explainUnknownCode,
    });
  }, [products, isTooLong, mapping, table, cells, columns, pricing, warehouseId, above, format]);
  const tooLong = isTooLong ? t('editor.import.most', { most: MOST }) : null;
  return {
    file,
    template: rules.columns,
    rows,
    busy: products === undefined && error === null,
    failed: error === null ? tooLong : reasonOfError(error),
  };
}
