import { DeleteOutlined } from '@ant-design/icons';
import {
  defaultLabel,
  deleteLabelTemplate,
  labelKinds,
  labelPage,
  labelSizes,
} from '@tradehouse/contract';
import type { LabelKind, LabelTemplate, ReplyOf } from '@tradehouse/contract';
import type { labelTemplates } from '@tradehouse/contract';
import { keysOf } from '@tradehouse/domain';
import { Button, Checkbox, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useMemo } from 'react';
import { call } from '../../app/net/client.ts';
import { outdate } from '../../app/net/query.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { t } from '../../phrase/index.ts';
import type { QueueRow } from './labelQueue.ts';

type Kept = ReplyOf<typeof labelTemplates>[number];
type Size = keyof typeof labelSizes;

/** A template of the company's own, or one that comes with the product. */
interface Choice {
  readonly own: string | null;
  readonly kind: LabelKind;
  readonly size: Size;
  /** Products that say a template of their own are printed by that. */
  readonly byProduct: boolean;
}

/** What labels are printed with, remembered for this user. */
export function useChosen(kept: readonly Kept[]) {
  const [choice, choose] = usePreference<Choice>('label.template', {
    own: null,
    kind: 'product',
    size: '60x40',
    byProduct: true,
  });
  const own = kept.find(({ id }) => id === choice.own) ?? null;
  const { kind, size } = choice;
  const template = useMemo<LabelTemplate>(
    () => own?.template ?? defaultLabel(kind, labelSizes[size]),
    [own, kind, size],
  );
  const name = own?.name ?? `${t(`label.kind.${kind}`)} ${t(`label.size.${size}`)}`;
  /** By which template a row is printed. */
  const { byProduct } = choice;
  const templateOf = useCallback(
    ({ goods }: QueueRow): LabelTemplate =>
      (byProduct ? kept.find(({ id }) => id === goods.templateId)?.template : undefined) ??
      template,
    [byProduct, kept, template],
  );
  return { kept, choice, choose, own, template, name, templateOf };
}
export type Chosen = ReturnType<typeof useChosen>;

const sized = ({ name, template: { width, height } }: Kept): string =>
  `${name} · ${width} × ${height} mm`;

/** Deletes the company's own template that is chosen, once that is confirmed. */
async function remove({ own, choice, choose }: Chosen): Promise<void> {
  if (own === null) return;
  const title = t('label.deleteAsk', { name: own.name });
  if (!(await notices().modal.confirm({ title, okButtonProps: { danger: true } }))) return;
  try {
    await call(deleteLabelTemplate, { id: own.id });
    choose({ ...choice, own: null });
  } catch {
    // The client has said what went wrong.
  }
  await outdate(['labelTemplates']);
}

interface ChoiceProps {
  readonly chosen: Chosen;
  readonly rows: readonly QueueRow[];
}

/** The templates: the company's own, and those of each kind and size that come with the product. */
export function LabelChoice({ chosen, rows }: ChoiceProps): ReactNode {
  const { kept, choice, choose, own } = chosen;
  const may = useMay();
  return (
    <section className="label-choice" aria-label={t('label.templates')}>
      {rows.some(({ goods }) => kept.some(({ id }) => id === goods.templateId)) && (
        <Checkbox
          checked={choice.byProduct}
          onChange={({ target }) => choose({ ...choice, byProduct: target.checked })}
        >
          {t('label.byProduct')}
        </Checkbox>
      )}
      {kept.length === 0 ? null : (
        <>
          <h2>{t('label.own')}</h2>
          <Radio.Group
            vertical
            aria-label={t('label.own')}
            value={own?.id ?? null}
            options={kept.map((one) => ({ value: one.id, label: sized(one) }))}
            onChange={({ target }) => choose({ ...choice, own: String(target.value) })}
          />
          {own !== null && may(labelPage, '1') && (
            <Button
              type="link"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('label.deleteOwn', { name: own.name })}
              onClick={() => void remove(chosen)}
            >
              {t('act.delete')}
            </Button>
          )}
        </>
      )}
      <h2>{t('label.standard')}</h2>
      <Radio.Group
        vertical
        aria-label={t('label.standard')}
        value={own === null ? choice.kind : null}
        options={labelKinds.map((kind) => ({ value: kind, label: t(`label.kind.${kind}`) }))}
        onChange={({ target }) => choose({ ...choice, own: null, kind: target.value })}
      />
      {own === null && (
        <>
          <h2>{t('label.size')}</h2>
          <Radio.Group
            vertical
            aria-label={t('label.size')}
            value={choice.size}
            options={keysOf(labelSizes).map((size) => ({
              value: size,
              label: t(`label.size.${size}`),
            }))}
            onChange={({ target }) => choose({ ...choice, size: target.value })}
          />
        </>
      )}
    </section>
  );
}
