import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  DeleteOutlined,
  UndoOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import type { LabelTemplate, ReplyOf } from '@tradehouse/contract';
import { addLabelTemplate, MOST_ELEMENTS, updateLabelTemplate } from '@tradehouse/contract';
import type { labelTemplates } from '@tradehouse/contract';
import { keysOf } from '@tradehouse/domain';
import { Button, Form, Input } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useReducer, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { invalidateQueryKeys } from '../app/net/query.ts';
import { getNotices } from '../app/notices.ts';
import { IconButton } from '../control/IconButton.tsx';
import { RefusedFieldsContext, useRefusedFields } from '../control/refusedFields.ts';
import { RecordModal } from '../record/RecordModal.tsx';
import { useFormSaving } from '../record/saving.ts';
import { t } from '../phrase/index.ts';
import type { DrawCode } from '../print/codes.ts';
import { atSide, reduceDesign, newElements, sides } from '../print/labels/design.ts';
import { DesignCanvas } from '../print/labels/DesignCanvas.tsx';
import { ElementForm, LabelForm } from '../print/labels/DesignForm.tsx';
import type { LabelFacts } from '../print/labels/drawing.ts';
import './labelDesigner.css';

type DesignedLabelTemplate = ReplyOf<typeof labelTemplates>[number];

interface Props {
  /** Company template being edited; null: saved as a new template. */
  readonly own: DesignedLabelTemplate | null;
  readonly template: LabelTemplate;
  readonly named: string;
  readonly facts: LabelFacts;
  readonly draw: DrawCode;
  /** Receives the saved template's id; null if not saved. */
  readonly onClose: (saved: string | null) => void;
}

const icons = {
  left: <AlignLeftOutlined />,
  center: <AlignCenterOutlined />,
  right: <AlignRightOutlined />,
  top: <VerticalAlignTopOutlined />,
  middle: <VerticalAlignMiddleOutlined />,
  bottom: <VerticalAlignBottomOutlined />,
} as const;

/** Saves by overwriting the template or creating another. */
function useLabelTemplateSave({ own, onClose }: Props) {
  const saving = useFormSaving();
  const keep = async (
    name: string,
    template: LabelTemplate,
    further: boolean,
  ): Promise<boolean> => {
    let id: string | null = null;
    const saved = await saving.run(
      async (key) => {
        const given = { name: name.trim(), template };
        const options = { key, quiet: true };
        ({ id } =
          own === null || further
            ? await callEndpoint(addLabelTemplate, given, options)
            : await callEndpoint(
                updateLabelTemplate,
                { id: own.id, version: own.version, ...given },
                options,
              ));
      },
      () => false,
    );
    if (!saved) return false;
    await invalidateQueryKeys(['labelTemplates']);
    void getNotices().message.success(t('form.saved'));
    onClose(id);
    return true;
  };
  return { ...saving, keep };
}

/** Edits a label: elements are dragged, described, added and removed. */
export function LabelDesigner(props: Props): ReactNode {
  const { own, named, facts, draw, onClose } = props;
  const [state, step] = useReducer(reduceDesign, {
    template: props.template,
    past: [],
    chosen: null,
  });
  const [name, setName] = useState(own?.name ?? named);
  const { busy, refusal, keep } = useLabelTemplateSave(props);
  const refused = useRefusedFields();
  const { template, past, chosen } = state;
  const element = chosen === null ? undefined : template.elements[chosen];
  const dirty = past.length > 0 || name !== (own?.name ?? named) || refused.isAny;
  const undo = (): void => step({ do: 'undo' });
  const onKeys = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    // A text field undoes its own typing.
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') return;
    event.preventDefault();
    undo();
  };
  const save = async (further: boolean): Promise<boolean> =>
    refused.allow() && keep(name, template, further);
  // Another choice replaces the fields, and with them a refused text.
  const choose = (at: number | null): void => {
    if (at !== chosen && refused.allow()) step({ do: 'choose', at });
  };
  return (
    <RecordModal
      title={t('label.design')}
      width={1100}
      dirty={dirty}
      loading={false}
      busy={busy}
      readOnly={false}
      refusal={refusal}
      also={
        own === null ? null : (
          <Button loading={busy} onClick={() => void save(true)}>
            {t('label.saveAs')}
          </Button>
        )
      }
      onSave={() => save(false)}
      onClose={() => onClose(null)}
    >
      <RefusedFieldsContext value={refused.setRefusal}>
        <div className="label-drawing" role="presentation" onKeyDown={onKeys}>
          <div className="label-table">
            <div className="label-tools" role="toolbar" aria-label={t('label.tools')}>
              {keysOf(newElements).map((is) => (
                <Button
                  key={is}
                  disabled={template.elements.length >= MOST_ELEMENTS}
                  onClick={() =>
                    refused.allow() && step({ do: 'add', is, text: t('label.is.text') })
                  }
                >
                  {t('label.add', { what: t(`label.is.${is}`) })}
                </Button>
              ))}
              <Button
                icon={<UndoOutlined />}
                disabled={past.length === 0}
                title="Ctrl+Z"
                onClick={undo}
              >
                {t('label.undo')}
              </Button>
            </div>
            <DesignCanvas
              template={template}
              chosen={chosen}
              facts={facts}
              draw={draw}
              onChoose={choose}
              // A refused text keeps its element chosen, and the others in place.
              onPlace={(at, part) => at === chosen && step({ do: 'change', part })}
              onRemove={(at) => at === chosen && step({ do: 'remove' })}
            />
            <p className="label-hint">{t('label.hint')}</p>
          </div>
          <div>
            {element === undefined ? (
              <>
                <Form.Item label={t('label.name')} layout="vertical" required>
                  <Input
                    aria-label={t('label.name')}
                    value={name}
                    maxLength={40}
                    onChange={({ target }) => setName(target.value)}
                  />
                </Form.Item>
                <LabelForm template={template} onChange={(part) => step({ do: 'label', part })} />
              </>
            ) : (
              <>
                <div className="label-sides-of" role="group" aria-label={t('label.onLabel')}>
                  {sides.map((side) => (
                    <IconButton
                      key={side}
                      label={t('label.to', { side: t(`label.side.${side}`) })}
                      icon={icons[side]}
                      onClick={() => step({ do: 'change', part: atSide(element, side, template) })}
                    />
                  ))}
                  <IconButton
                    label={t('label.delete')}
                    icon={<DeleteOutlined />}
                    disabled={template.elements.length === 1}
                    onClick={() => step({ do: 'remove' })}
                  />
                  <Button type="link" onClick={() => choose(null)}>
                    {t('label.whole')}
                  </Button>
                </div>
                <ElementForm
                  key={chosen}
                  element={element}
                  label={template}
                  onChange={(part) => step({ do: 'change', part })}
                />
              </>
            )}
          </div>
        </div>
      </RefusedFieldsContext>
    </RecordModal>
  );
}
