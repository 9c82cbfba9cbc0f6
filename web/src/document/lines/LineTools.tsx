import type { DocumentKind } from '@tradehouse/domain';
import { Button, Dropdown, Space } from 'antd';
import { getNotices } from '../../app/notices.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { appendBlankRow } from '../grid/gridState.ts';
import type { GridShape } from '../grid/gridState.ts';
import { useStore } from '../grid/useStore.ts';
import { RemoveButton } from './RemoveButton.tsx';
import { columnTitle, OPTIONAL } from '../columns/factColumns.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { giveLots } from '../draft/parts.ts';
import type { Pricing } from '../draft/priced.ts';
import { withBillOfMaterials } from './lineService.ts';
import { issuesGoods, takesFromStock } from '../columns/traceColumns.ts';
import { reasonOfError } from '../../app/net/envelope.ts';

interface Props {
  readonly kind: DocumentKind;
  readonly store: GridStore<LineDraft>;
  readonly shape: () => GridShape<LineDraft>;
  readonly pricing: Pricing;
  readonly onPick: () => void;
  readonly onImport: () => void;
  readonly onWarehouse: () => void;
  /** Opens the scan field; absent while open. */
  readonly onScan: (() => void) | undefined;
}

/** The buttons above the lines. */
export function LineTools(props: Props) {
  const { kind, store, shape, pricing, onPick, onImport, onWarehouse, onScan } = props;
  const phone = usePhone();
  return (
    <Space wrap size={8}>
      <Button onClick={() => store.change((grid) => appendBlankRow(grid, shape()))}>
        {t('editor.lines.add')}
      </Button>
      <Button onClick={onPick}>{t('editor.lines.pick')}</Button>
      {!phone && <RemoveButton store={store} shape={shape} />}
      {!phone && <Button onClick={onImport}>{t('editor.import.title')}</Button>}
      {kind.warehouse && <Button onClick={onWarehouse}>{t('editor.lines.warehouse')}</Button>}
      {takesFromStock(kind) && <LotsButton kind={kind} store={store} pricing={pricing} />}
      {kind.goods.composite !== undefined && <PartsButton store={store} pricing={pricing} />}
      {!phone && <ColumnsButton />}
      {!phone && onScan !== undefined && <Button onClick={onScan}>{t('editor.lines.scan')}</Button>}
    </Space>
  );
}

const NONE: readonly string[] = [];

/** Holds the hidden columns requested by the user. */
export const useShownColumns = () => usePreference('lines:columns', NONE);

function ColumnsButton() {
  const [shown, setShown] = useShownColumns();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        multiple: true,
        selectedKeys: [...shown],
        items: OPTIONAL.map((id) => ({ key: id, label: columnTitle(id) })),
        onClick: ({ key }) =>
          setShown(shown.includes(key) ? shown.filter((id) => id !== key) : [...shown, key]),
      }}
    >
      <Button>{t('act.columns')}</Button>
    </Dropdown>
  );
}

/** Allocates lots to lines without lots; shown only if some line is lot-managed. */
function LotsButton({ kind, store, pricing }: Pick<Props, 'kind' | 'store' | 'pricing'>) {
  const needed = useStore(store, () =>
    store.values().some(({ product }) => product?.lotManaged === true),
  );
  const give = async (): Promise<void> => {
    try {
      const takes = (line: LineDraft): boolean => issuesGoods(kind, line.role);
      const { lines, short, expired } = await giveLots(store, takes, pricing);
      const said = [
        t('editor.parts.given', { lines }),
        ...(short > 0 ? [t('editor.parts.givenShort', { short })] : []),
        ...(expired.length > 0
          ? [t('editor.parts.givenExpired', { lots: expired.join(', ') })]
          : []),
      ];
      void getNotices().message[said.length > 1 ? 'warning' : 'success'](said.join(' · '));
    } catch (error) {
      void getNotices().message.error(reasonOfError(error));
    }
  };
  return needed ? <Button onClick={() => void give()}>{t('editor.parts.giveAll')}</Button> : null;
}

/** Fills in the bill of materials of the whole; hidden without a bill. */
function PartsButton({ store, pricing }: Pick<Props, 'store' | 'pricing'>) {
  const parts = useStore(store, () => store.values()[0]?.product?.parts.length ?? 0);
  return parts === 0 ? null : (
    <Button onClick={() => store.change((grid) => withBillOfMaterials(grid, pricing))}>
      {t('editor.lines.parts', { parts })}
    </Button>
  );
}
