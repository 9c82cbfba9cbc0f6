import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { CategorySelect } from '../../control/CategorySelect.tsx';
import { barcodeFinder } from '@tradehouse/domain';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { PickTable } from '../../control/PickTable.tsx';
import { WarehouseSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { PickerFilters } from './PickerFilters.tsx';
import type { PickerAsked } from './PickerFilters.tsx';
import { pickerColumns, pickerWidth } from './pickerColumns.tsx';
import { isWrongQuantity, pickedBeside, withQuantity } from './pickedProducts.ts';
import type { Picked } from './pickedProducts.ts';
import { focusBeside } from './pickerKeys.ts';
import { lookUp, searchProductChoices } from './productSearch.ts';
import type { LineContext, ProductHit } from './productSearch.ts';
import { closestElement } from '../../control/around.ts';

interface Props {
  readonly keyword: string;
  readonly warehouseId: string | null;
  /** Lines to fill, with their default prices. Absent: no lines, so no quantities. */
  readonly lines?: PickerLines;
  readonly onTake: (picked: Picked) => void;
  /** Opens the form of a new product with the keyword; absent without permission. */
  readonly onNew?: (keyword: string) => void;
  readonly onClose: () => void;
}

export interface PickerLines {
  readonly context: LineContext;
  /** Lines carry prices visible to their writer. */
  readonly priced: boolean;
}

const PAGE = 50;

const filtersOfProductPicker = (asked: string, category: string | null, depot: string | null) => ({
  ...(asked === '' ? {} : { q: asked }),
  ...(category === null ? {} : { categoryId: category }),
  ...(depot === null ? {} : { depotId: depot }),
});

/** Holds the search and the page found. */
function usePicking(keyword: string, warehouseId: string | null) {
  const [asked, setAsked] = useState(keyword);
  const [category, setCategory] = useState<string | null>(null);
  const [depot, setDepot] = useState(warehouseId);
  const [facts, setFacts] = useState<PickerAsked>({});
  const [page, setPage] = useState(1);
  const query = { page, rows: PAGE, ...filtersOfProductPicker(asked, category, depot), ...facts };
  const found = useQuery({
    queryKey: ['picker', query],
    queryFn: () => searchProductChoices(query),
    placeholderData: (before) => before,
  });
  useEffect(() => setPage(1), [asked, category, depot, facts]);
  return {
    asked,
    setAsked,
    category,
    setCategory,
    depot,
    setDepot,
    facts,
    setFacts,
    page,
    setPage,
    found,
  };
}
type Picking = ReturnType<typeof usePicking>;

/** Reads default line prices of the hits, by barcode; null if lines carry none. */
function useHitPrices(hits: readonly ProductHit[], lines: PickerLines | undefined) {
  const codes = hits.map(({ barcode }) => barcode);
  const wanted = lines?.priced === true && codes.length > 0;
  const { data } = useQuery({
    queryKey: ['picker prices', codes, lines?.context],
    queryFn: () => (lines === undefined ? new Map<string, never>() : lookUp(codes, lines.context)),
    enabled: wanted,
    placeholderData: (before) => before,
    structuralSharing: false,
  });
  if (!wanted) return null;
  return new Map([...(data ?? [])].map(([code, { price }]) => [code, price]));
}

/** Returns the only certain hit: the exact match, or the single hit. */
function sureHit({ asked, found }: Picking): ProductHit | undefined {
  const rows = found.data?.rows ?? [];
  const coded = barcodeFinder(rows, ({ barcode }) => barcode)(asked);
  const exact = asked === '' ? [] : rows.filter((row) => row === coded || row.name === asked);
  return [exact, rows].find(({ length }) => length === 1)?.[0];
}

interface AskedProps {
  readonly picking: Picking;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onEnter: () => void;
}

const Keyword = ({ typed, onTyped, onEnter }: Omit<AskedProps, 'picking'>) => (
  <Input
    allowClear
    value={typed}
    placeholder={t('editor.picker.keyword')}
    aria-label={t('editor.picker.keyword')}
    onFocus={(event) => event.target.select()}
    className="picker-keyword"
    onChange={(event) => onTyped(event.target.value)}
    onKeyDown={focusBeside}
    onPressEnter={(event) => {
      if (!event.nativeEvent.isComposing) onEnter();
    }}
  />
);

/** The keyword and the filters above the hits. */
function ProductPickerFilters({ picking, ...keyword }: AskedProps) {
  return (
    <>
      <Keyword {...keyword} />
      <div className="picker-category">
        <CategorySelect
          aria-label={t('editor.picker.category')}
          placeholder={t('editor.picker.category')}
          value={picking.category}
          onChange={picking.setCategory}
        />
      </div>
      <WarehouseSelect
        aria-label={t('editor.column.warehouse')}
        placeholder={t('editor.column.warehouse')}
        value={picking.depot}
        onChange={picking.setDepot}
        style={{ width: 180 }}
      />
      <PickerFilters asked={picking.facts} onAsk={picking.setFacts} />
    </>
  );
}

interface HitsProps {
  readonly picking: Picking;
  readonly picked: Picked;
  readonly onPicked: (picked: Picked) => void;
  readonly lines: PickerLines | undefined;
  /** Takes the picked products. */
  readonly onEnter: () => void;
  /** Double click takes the hit, besides the picked products. */
  readonly onTake: (barcode: string) => void;
}

function Hits({ picking, picked, onPicked, lines, onEnter, onTake }: HitsProps) {
  const hits = picking.found.data?.rows ?? [];
  const prices = useHitPrices(hits, lines);
  const quantity = lines && {
    picked,
    onType: (barcode: string, text: string) => onPicked(withQuantity(picked, barcode, text)),
    onEnter,
  };
  const columns = pickerColumns(hits, prices, quantity);
  const keep = (barcodes: readonly string[]): void =>
    onPicked(new Map(barcodes.map((barcode) => [barcode, picked.get(barcode) ?? ''])));
  const turn = (barcode: string): void => {
    const codes = [...picked.keys()];
    // With a typed quantity, a click on the row no longer unpicks the product.
    if ((picked.get(barcode) ?? '') === '')
      keep(picked.has(barcode) ? codes.filter((code) => code !== barcode) : [...codes, barcode]);
  };
  // A picture is looked at and a quantity typed: neither chooses the row.
  const isChoice = (target: EventTarget): boolean =>
    closestElement(target, '.thumbnail, .picture-large, .picker-quantity') === null;
  return (
    <PickTable<ProductHit>
      found={picking.found}
      page={picking.page}
      pageSize={PAGE}
      onPage={picking.setPage}
      none={t('editor.picker.none')}
      rowKey="barcode"
      columns={columns}
      scroll={{ y: 380, x: pickerWidth(columns) }}
      rowSelection={{
        selectedRowKeys: [...picked.keys()],
        preserveSelectedRowKeys: true,
        onChange: (keys) => keep(keys.map(String)),
      }}
      onRow={({ barcode }) => ({
        onDoubleClick: ({ target }) => isChoice(target) && onTake(barcode),
        onClick: ({ target }) => isChoice(target) && turn(barcode),
      })}
    />
  );
}

/**
 * Picks products for lines, several at once, by keyword, category, warehouse and properties. Enter
 * searches; with one exact hit, a second Enter takes the hit. Arrows move to quantities, where Enter takes
 * all picks.
 */
export function ProductPicker({ keyword, warehouseId, lines, onTake, onNew, onClose }: Props) {
  const [typed, setTyped] = useState(keyword);
  const [picked, setPicked] = useState<Picked>(new Map());
  const isReady = picked.size > 0 && ![...picked.values()].some(isWrongQuantity);
  const picking = usePicking(keyword, warehouseId);
  const answered = typed === picking.asked && !picking.found.isFetching;
  const sure = answered ? sureHit(picking) : undefined;
  const takeBeside = (barcode: string): void => {
    const all = pickedBeside(picked, barcode);
    if (![...all.values()].some(isWrongQuantity)) onTake(all);
  };
  return (
    <ChoiceModal
      width={1100}
      title={t('editor.picker.title')}
      okText={
        picked.size === 0
          ? t('editor.picker.take')
          : t('editor.picker.takeN', { count: picked.size })
      }
      okDisabled={!isReady}
      onOk={() => onTake(picked)}
      onCancel={onClose}
    >
      <div className="picker-asked">
        <ProductPickerFilters
          picking={picking}
          typed={typed}
          onTyped={setTyped}
          onEnter={() =>
            sure === undefined ? picking.setAsked(typed.trim()) : takeBeside(sure.barcode)
          }
        />
        {onNew !== undefined && (
          <Button onClick={() => onNew(typed.trim())}>{t('editor.quick.open')}</Button>
        )}
      </div>
      {sure !== undefined && (
        <Alert type="info" showIcon title={t('editor.picker.enterAgain', { name: sure.name })} />
      )}
      <Hits
        picking={picking}
        picked={picked}
        onPicked={setPicked}
        lines={lines}
        onEnter={() => isReady && onTake(picked)}
        onTake={takeBeside}
      />
    </ChoiceModal>
  );
}
