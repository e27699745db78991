'use strict'

// Lists of ids: the addon writes them into a buffer that is used again and again,
// and a table turns them into texts. Making the texts natively takes several times
// as long.

let buffer = new Uint32Array(512)

/**
 * Has ids written into the buffer, which is made larger where it is too small.
 *
 * @template H
 * @param {(handle: H, seat: string | number | undefined, buffer: Uint32Array) => number} list
 * @param {H} handle
 * @param {string | number | undefined} seat
 * @returns {number} how many they are
 */
function fill(list, handle, seat) {
  let count = list(handle, seat, buffer)
  while (count > buffer.length) {
    buffer = new Uint32Array(2 * count)
    count = list(handle, seat, buffer)
  }
  return count
}

/**
 * The texts of the first ids in the buffer.
 *
 * @param {number} count
 * @param {readonly string[]} table
 * @returns {string[]}
 */
function pick(count, table) {
  const from = buffer
  const texts = new Array(count)
  for (let i = 0; i < count; i++) texts[i] = table[from[i]]
  return texts
}

/**
 * The first ids in the buffer. Of so few numbers an array is made faster than a
 * typed one.
 *
 * @param {number} count
 * @returns {number[]}
 */
function copy(count) {
  const from = buffer
  const ids = new Array(count)
  for (let i = 0; i < count; i++) ids[i] = from[i]
  return ids
}

exports.copy = copy
exports.fill = fill
exports.pick = pick
