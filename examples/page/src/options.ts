// The options of a game as fields of a form, made from what the registry says of them.

import { h } from './dom.js'
import type { OptionInfo, Preset } from './protocol.js'
import { titled } from './words.js'

export interface Field {
  readonly element: HTMLElement
  /** The value; undefined for the default. */
  value(): unknown
}

/** A field for an option. */
export function field(option: OptionInfo, presets: readonly Preset[]): Field {
  if (option.name === 'presets' && option.kind === 'plain') return presetField(option, presets)
  const { name, doc, kind } = option
  const described = { name, title: doc }
  const labelled = (control: HTMLElement) =>
    h('label', { class: 'option' }, h('span', {}, titled(name)), control, h('small', {}, doc))
  if (kind === 'choice') {
    const control = h(
      'select',
      described,
      ...(option.values ?? []).map((value) =>
        h('option', { value, selected: value === option.default }, titled(value)),
      ),
    )
    return {
      element: labelled(control),
      value: () => (control.value === option.default ? undefined : control.value),
    }
  }
  if (kind === 'flag') {
    const control = h('input', { ...described, type: 'checkbox', checked: option.default === true })
    return {
      element: labelled(control),
      value: () => (control.checked === option.default ? undefined : control.checked),
    }
  }
  const number = kind === 'int'
  const control = h('input', {
    ...described,
    type: number ? 'number' : 'text',
    ...(option.min !== undefined && { min: option.min }),
    ...(option.max !== undefined && { max: option.max }),
    value: typeof option.default === 'number' ? option.default : '',
  })
  return {
    element: labelled(control),
    value: () => {
      if (control.value === '' || control.value === String(option.default)) return undefined
      return number ? Number(control.value) : control.value
    },
  }
}

/** Presets to tick, with those that exclude each other told apart. */
function presetField(option: OptionInfo, presets: readonly Preset[]): Field {
  const boxes = new Map(
    presets.map((preset) => [
      preset.id,
      { preset, box: h('input', { type: 'checkbox', name: `preset-${preset.id}` }) },
    ]),
  )
  const chosen = () => [...boxes].filter(([, { box }]) => box.checked).map(([id]) => id)
  const check = () => {
    const ids = chosen()
    for (const [id, { preset, box }] of boxes) {
      const excluded = ids.some(
        (other) =>
          preset.incompatible_with.includes(other) ||
          (boxes.get(other)?.preset.incompatible_with.includes(id) ?? false),
      )
      box.disabled = !box.checked && excluded
    }
  }
  const items = [...boxes.values()].map(({ preset, box }) => {
    box.addEventListener('change', () => {
      if (box.checked) for (const id of preset.requires) boxes.get(id)?.box.click()
      check()
    })
    return h('label', { class: 'preset' }, box, h('b', {}, preset.name), ` ${preset.description}`)
  })
  return {
    element: h('fieldset', { class: 'presets' }, h('legend', {}, titled(option.name)), ...items),
    value: () => {
      const ids = chosen()
      return ids.length === 0 ? undefined : ids.join('+')
    },
  }
}
