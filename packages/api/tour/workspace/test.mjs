import { mix } from './src/mix.mjs'

const wanted = 500
const got = Object.values(mix(wanted)).reduce((sum, grams) => sum + grams, 0)
if (got !== wanted) {
  console.error(`not ok: a bag of ${wanted} g weighs ${got} g`)
  process.exit(1)
}
console.log(`ok: a bag of ${wanted} g weighs ${got} g`)
