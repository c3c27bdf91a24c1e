;; Exact dot products of int8 rows. Rows lie one after the other, `stride` bytes each, a multiple of 32; what a row does
;; not fill is zero.
(module
  (import "index" "memory" (memory 1 65536 shared))

  ;; Of many rows with one int16 query, which the caller bounds so that no i32 sum overflows.
  (func (export "scan")
    (param $row i32)    ;; address of the first row
    (param $stride i32) ;; bytes a row, and components of the query
    (param $count i32)  ;; rows
    (param $query i32)  ;; address of the query, two bytes a component
    (param $sums i32)   ;; address of the result, an i32 a row
    (local $end i32) (local $q i32) (local $even v128) (local $odd v128)
    (local.set $end (i32.add (local.get $query) (i32.shl (local.get $stride) (i32.const 1))))
    (block $done
      (loop $rows
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        ;; 32 components a turn; two accumulators, so that an addition need not wait for the one before.
        (loop $components
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load (local.get $q)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (v128.load offset=16 (local.get $q)))))
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $row)) (v128.load offset=32 (local.get $q)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $row)) (v128.load offset=48 (local.get $q)))))
          (local.set $row (i32.add (local.get $row) (i32.const 32)))
          (local.set $q (i32.add (local.get $q) (i32.const 64)))
          (br_if $components (i32.lt_u (local.get $q) (local.get $end))))
        (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
        (i32.store (local.get $sums)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $even)) (i32x4.extract_lane 1 (local.get $even)))
            (i32.add (i32x4.extract_lane 2 (local.get $even)) (i32x4.extract_lane 3 (local.get $even)))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows))))

  ;; Of two rows.
  (func (export "dot") (param $a i32) (param $b i32) (param $stride i32) (result i32)
    (local $end i32) (local $left v128) (local $right v128) (local $sum v128)
    (local.set $end (i32.add (local.get $a) (local.get $stride)))
    (loop $components
      (local.set $left (v128.load (local.get $a)))
      (local.set $right (v128.load (local.get $b)))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
        (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_low_i8x16_s (local.get $left) (local.get $right)))
        (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_high_i8x16_s (local.get $left) (local.get $right))))))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (br_if $components (i32.lt_u (local.get $a) (local.get $end))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
