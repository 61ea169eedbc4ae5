# One line a chapter: its stage, its tests, its benchmark. Names are file names in the chapter's folders.
workbook_add_chapter(00_measure_first
  STAGE live_bytes.cpp sizes.cpp lifetimes.cpp ceiling.cpp page_faults.cpp decision.cpp
  TORCH_FREE_TESTS ex_0_1_live_bytes_test.cpp ex_0_2_sizes_test.cpp ex_0_3_lifetimes_test.cpp ex_0_4_ceiling_test.cpp
                   ex_0_5_page_faults_test.cpp ex_0_6_decision_test.cpp ex_0_milestone_decision_test.cpp
  BENCH remedies_bench.cpp own_process.cpp workloads.cpp
  LIBRARIES workbook_trace)
workbook_add_chapter(01_naive_wrapper
  STAGE byte_counters.cpp
  ADAPTER naive_allocator.cpp registration.cpp
  TORCH_FREE_TESTS ex_1_6_byte_counters_test.cpp
  TESTS ex_1_1_data_ptr_test.cpp ex_1_2_zero_bytes_test.cpp ex_1_3_out_of_memory_test.cpp
        ex_1_4_raw_interface_test.cpp ex_1_5_copy_data_test.cpp ex_1_7_statistics_test.cpp
        ex_1_8_switching_test.cpp ex_1_8_bypass_test.cpp ex_1_8_conformance_test.cpp
        ex_1_milestone_digits_test.cpp
  BENCH naive_bench.cpp
  REPLAY replay_stage.cpp)
workbook_add_chapter(02_aligned_allocator
  STAGE alignment.cpp aligned_memory.cpp system_aligned.cpp huge_pages.cpp layout.cpp
  ADAPTER aligned_allocator.cpp
  TORCH_FREE_TESTS ex_2_1_alignment_test.cpp ex_2_2_over_allocation_test.cpp ex_2_3_way_back_test.cpp
                   ex_2_4_system_aligned_test.cpp ex_2_6_huge_pages_test.cpp ex_2_7_lines_and_pages_test.cpp
                   ex_2_8_layouts_test.cpp
  TESTS ex_2_5_allocator_test.cpp ex_2_milestone_digits_test.cpp
  BENCH aligned_bench.cpp layouts.cpp
  REPLAY replay_stage.cpp)
workbook_add_chapter(03_fixed_block_pool
  STAGE block_list.cpp block_store.cpp fixed_block_pool.cpp pool_core.cpp pool_registry.cpp slab.cpp slab_region.cpp
        thread_cache.cpp
  ADAPTER pool_allocator.cpp
  TORCH_FREE_TESTS ex_3_1_slab_test.cpp ex_3_2_free_list_test.cpp ex_3_3_ownership_test.cpp ex_3_4_growth_test.cpp
                   ex_3_5_shared_pool_test.cpp ex_3_6_thread_cache_test.cpp ex_3_7_lifetimes_test.cpp
  TESTS ex_3_8_pool_allocator_test.cpp ex_3_8_conformance_test.cpp ex_3_milestone_digits_test.cpp
  BENCH pool_bench.cpp churn.cpp
  REPLAY replay_stage.cpp)
workbook_add_chapter(04_canary_debugging
  STAGE block_layout.cpp debug_heap.cpp event_log.cpp finding.cpp guards.cpp heap_statistics.cpp leaks.cpp ledger.cpp
        marks.cpp poison.cpp quarantine.cpp stack_trace.cpp
  ADAPTER debug_allocator.cpp
  TORCH_FREE_TESTS ex_4_1_layout_test.cpp ex_4_2_ledger_test.cpp ex_4_3_check_test.cpp ex_4_4_poison_test.cpp
                   ex_4_5_quarantine_test.cpp ex_4_6_leaks_test.cpp ex_4_7_event_log_test.cpp
                   ex_4_8_statistics_test.cpp ex_4_9_marks_test.cpp
  TESTS ex_4_milestone_digits_test.cpp ex_4_milestone_real_bugs_test.cpp ex_4_milestone_conformance_test.cpp
        ex_4_milestone_lifetimes_test.cpp ex_4_milestone_no_false_alarm_test.cpp
  BENCH debug_bench.cpp step_allocations.cpp
  REPLAY replay_stage.cpp)
workbook_add_chapter(05_hybrid_delegation
  USES 03_fixed_block_pool
  STAGE size_classes.cpp router.cpp block_table.cpp heat.cpp shelves.cpp buddies.cpp hybrid_core.cpp fork_watch.cpp
  ADAPTER hybrid_allocator.cpp
  TORCH_FREE_TESTS ex_5_1_classes_test.cpp ex_5_2_router_test.cpp ex_5_3_block_table_test.cpp ex_5_4_shelves_test.cpp
                   ex_5_5_heat_test.cpp ex_5_6_routing_test.cpp ex_5_6_buddies_test.cpp
  TESTS ex_5_7_switching_test.cpp ex_5_7_conformance_test.cpp ex_5_milestone_digits_test.cpp
  BENCH hybrid_bench.cpp
  REPLAY replay_stage.cpp)
